// SPDX-License-Identifier: Apache-2.0
// The bytes of a list of names. Waiting for more of them, from a pipe or a terminal, ends with a signal.
#pragma once
#include <cstddef>
#include <string>

#include "cachestat/stop.hpp"
#include "io/fd.hpp"

namespace wattline::cachestat {

class ListInput {
 public:
  static constexpr int kEnd = -1;
  // "-" = stdin. Throws Error{io} when the file cannot be opened, and later when it cannot be read.
  ListInput(const std::string& file, Stop stop);
  // The next byte; kEnd at the end of the file, or when `stop` came true.
  int get() { return next_ < bytes_.size() || fill() ? static_cast<unsigned char>(bytes_[next_++]) : kEnd; }
  // Looks at the next byte, as get() but without taking it.
  int peek() { return next_ < bytes_.size() || fill() ? static_cast<unsigned char>(bytes_[next_]) : kEnd; }
  // Takes the bytes up to the terminator, which is left out; no more than `limit` of them. False where no more follow.
  bool take_until(char terminator, std::size_t limit, std::string& text);
  // What was read last may have been cut off.
  bool stopped() const { return stopped_; }
  // Leaves out the bytes that mark UTF-8; to be called first.
  void skip_utf8_mark();

 private:
  bool fill();
  std::string name_;
  Stop stop_;
  io::Fd owned_;
  int fd_;
  std::string bytes_;
  std::size_t next_ = 0;
  bool stopped_ = false;
};

// A copy, without a name, of a list that can be read once only: of standard input or a pipe. Empty for others.
io::Fd copy_unless_file(const std::string& file, const Stop& stop);

}  // namespace wattline::cachestat
