// SPDX-License-Identifier: Apache-2.0
// Reads a TSV file in bounded memory. An incomplete last line is discarded.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/fd.hpp"
#include "io/tsv_row.hpp"

namespace wattline::io {

class TsvReader : public TsvRow {
 public:
  // "-" is standard input. Reads the header: data error when there is none.
  explicit TsvReader(const std::string& path);
  // The same, but an input without a single byte counts as a table without columns and rows.
  static TsvReader empty_allowed(const std::string& path);
  // A table of another program, read under other names of columns. Its fields may be split by commas or semicolons and
  // stand in quotes, but none may hold the separator.
  static TsvReader mapped(const std::string& path, const ColumnMap& map);
  // What a program prints where the path is that of a pipe or a FIFO: see pass_text().
  static TsvReader printed(const std::string& path);
  // The same of a descriptor, even if it is that of a file to which a program printed.
  static TsvReader printed(Fd fd, std::string name);
  // Takes over an open descriptor; `name` is for messages.
  TsvReader(Fd fd, std::string name);

  // The next row; false at the end. A row with another number of fields is a data error with its line number.
  bool next();
  // Whether next() answers without waiting for a read.
  bool has_next() const { return end_of_file_ || buffer_.find('\n', begin_) < end_; }
  long long line() const { return line_number(); }
  // The last line had no line feed and was dropped.
  bool torn() const { return torn_; }
  // At the end: throws a data error if the last line was incomplete, for tables that are of no use without it.
  void require_whole() const;

 private:
  enum class Kind { ours, ours_or_empty, printed, printed_file, foreign };
  TsvReader(Fd fd, std::string name, Kind kind);
  bool next_line(std::string_view& line);
  bool next_header(std::string_view& line);
  // Returns how many there are.
  std::size_t split_fields(std::string_view line);
  Fd fd_;
  char separator_ = '\t';
  bool may_be_quoted_ = false;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;  // unread part of buffer_
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
