// SPDX-License-Identifier: Apache-2.0
// TSV in, in bounded memory: columns by name, NA allowed, a torn last line dropped.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"

namespace wattline::io {

class TsvReader {
 public:
  // "-" is standard input. Reads the header: data error when there is none.
  explicit TsvReader(const std::string& path);
  // The same, but an input without a single byte counts as a table without columns and rows.
  static TsvReader empty_allowed(const std::string& path);
  // Takes over an open descriptor; `name` is for messages.
  TsvReader(Fd fd, std::string name);

  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;
  // Throws a data error that lists the columns there are.
  std::size_t require(std::string_view name) const;

  // The next row; false at the end. A row with another number of fields is a data error with its line number.
  bool next();
  std::string_view field(std::size_t column) const { return fields_[column]; }
  const std::vector<std::string_view>& fields() const { return fields_; }
  // Empty for NA; a data error with line number and column when it is not a number.
  std::optional<double> number(std::size_t column) const;
  std::optional<std::int64_t> integer(std::size_t column) const;
  // NA is a data error here.
  double required_number(std::size_t column) const;

  long long line() const { return line_; }
  const std::string& name() const { return name_; }
  // The last line had no line feed and was dropped.
  bool torn() const { return torn_; }
  Fd& descriptor() { return fd_; }

 private:
  TsvReader(Fd fd, std::string name, bool may_be_empty);
  bool next_line(std::string_view& line);
  // Returns how many there are.
  std::size_t split_fields(std::string_view line);
  [[noreturn]] void fail(std::size_t column, const char* problem) const;
  Fd fd_;
  std::string name_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // unread part of buffer_
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
  long long line_ = 0;
  bool end_of_file_ = false, torn_ = false;
};

// "stem_unit" columns such as cpu_khz, cpu_hz, cpu_mhz: finds the stem and gives the factor to hertz.
struct ClockColumn {
  std::size_t column;
  double hz_per_unit;
};
std::optional<ClockColumn> find_clock(const std::vector<std::string>& names, std::string_view stem);
inline std::optional<ClockColumn> find_clock(const TsvReader& reader, std::string_view stem) {
  return find_clock(reader.names(), stem);
}

}  // namespace wattline::io
