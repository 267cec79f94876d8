// SPDX-License-Identifier: Apache-2.0
// TSV from a descriptor that others are still writing to: never waits for the rest of a row. Poll the descriptor,
// pump() when it is readable, then take what next() gives.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline::io {

class TsvFeed {
 public:
  explicit TsvFeed(std::string name) : name_(std::move(name)) {}

  // One read(2) of what is there. False at the end of the stream.
  bool pump(int fd);
  // The next complete row; false when there is none yet. The first line is the header. A row with another number
  // of fields is a data error with its line number.
  bool next();
  bool has_header() const { return !names_.empty(); }
  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;
  // Throws a data error that lists the columns there are.
  std::size_t require(std::string_view name) const;

  std::string_view field(std::size_t column) const { return fields_[column]; }
  const std::vector<std::string_view>& fields() const { return fields_; }
  // Empty for NA; a data error with line number and column when it is not a number.
  std::optional<double> number(std::size_t column) const;
  double required_number(std::size_t column) const;
  // The row as it came, without LF.
  const std::string& line() const { return line_; }
  long long line_number() const { return line_number_; }
  // Bytes behind the last LF: a torn row, once the stream has ended.
  bool torn() const { return taken_ < buffer_.size(); }

 private:
  bool next_line();
  [[noreturn]] void fail(std::size_t column, const char* problem) const;
  std::string name_, buffer_, line_;
  std::size_t taken_ = 0;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
  long long line_number_ = 0;
};

// Whether a read(2) of the descriptor would not wait.
bool readable(int fd);

}  // namespace wattline::io
