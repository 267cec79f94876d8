// SPDX-License-Identifier: Apache-2.0
// Reads text of other programs line by line, in bounded memory.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"

namespace wattline::io {

class LineReader : NotCopyable {
 public:
  // "-" is standard input. Throws when the file cannot be opened.
  explicit LineReader(const std::string& path);
  // Takes over an open descriptor; `name` is for messages.
  LineReader(Fd fd, std::string name) : name_(std::move(name)), fd_(std::move(fd)) {}
  // The next line, without its end (LF or CRLF) and, at the start, without a byte order mark; valid until the next
  // call. A line longer than 16 MiB is cut off there. False at the end; a last line without a line feed is discarded,
  // since its writer may have stopped within a number. Throws as read_input() does.
  bool next(std::string_view& line);
  // There was such a last line.
  bool torn() const { return torn_; }
  long long line_number() const { return number_; }
  const std::string& name() const { return name_; }

 private:
  bool fill();  // reads on; false at the end of the file

  std::string name_;
  Fd fd_;
  std::string buffer_;     // read, but not returned yet
  std::size_t begin_ = 0;  // of the next line in it
  std::string line_;
  long long number_ = 0;
  bool torn_ = false;
};

}  // namespace wattline::io
