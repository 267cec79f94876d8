// SPDX-License-Identifier: Apache-2.0
// Reads TSV from a descriptor that others are still writing to, without waiting for the rest of a row. Poll the
// descriptor, call pump() when it is readable, then next() until it returns false.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "io/tsv_row.hpp"

namespace wattline::io {

class TsvFeed : public TsvRow {
 public:
  explicit TsvFeed(std::string name) : TsvRow(std::move(name)) {}

  // One read(2) of what is there. False at the end of the stream.
  bool pump(int fd);
  // The same with text that has been read already.
  void append(std::string_view text);
  // The next complete row; false when there is none yet. The first line is the header. A row with another number
  // of fields is a data error with its line number.
  bool next();
  bool has_header() const { return !names_.empty(); }
  // Where text is passed over and the stream has ended without a header: takes the likeliest line for it, for its
  // reader to refuse.
  void end_header();
  // Whether a line has come.
  bool has_line() const { return line_number_ > 0 || torn(); }
  // The row as it came, without its line end.
  const std::string& line() const { return line_; }
  // Bytes behind the last LF: a torn row, once the stream has ended.
  bool torn() const { return taken_ < buffer_.size(); }

 private:
  bool next_line();
  void take_header();
  std::string buffer_, line_;
  std::size_t taken_ = 0;
};

// Whether a read(2) of the descriptor would not wait.
bool readable(int fd);

}  // namespace wattline::io
