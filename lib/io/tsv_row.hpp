// SPDX-License-Identifier: Apache-2.0
// A row of a TSV table under its header: columns by name, fields as numbers, errors with file, line and column.
// io/tsv_reader.hpp and io/tsv_feed.hpp share it; they read the lines.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/column_map.hpp"

namespace wattline::io {

// The lines between rows that are no rows.
struct TextLines {
  long long count = 0;
  long long first_number = 0;
  std::string first;  // its beginning
};

class TsvRow {
 public:
  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;
  // Throws a data error that lists the columns there are.
  std::size_t require(std::string_view name) const;

  std::string_view field(std::size_t column) const { return fields_[column]; }
  const std::vector<std::string_view>& fields() const { return fields_; }
  // Empty for NA; a data error with line number and column when it is not a number.
  std::optional<double> number(std::size_t column) const;
  std::optional<std::int64_t> integer(std::size_t column) const;
  // NA is a data error here.
  double required_number(std::size_t column) const;
  // The same, and a data error if the value is negative, or not positive.
  double required_not_negative(std::size_t column) const;
  double required_positive(std::size_t column) const;
  std::int64_t required_integer(std::size_t column) const;

  // Whether lines that are no rows, such as "epoch 0 loss 3.1", are counted and passed over, as in what a program
  // prints; otherwise they are data errors. A row has as many fields as the header has; the header is the first line
  // with a column mono_s, start_mono_s or end_mono_s.
  void pass_text(bool pass) { passes_text_ = pass; }
  const TextLines& text() const { return text_; }

  const std::string& name() const { return name_; }
  long long line_number() const { return line_number_; }

 protected:
  explicit TsvRow(std::string name) : name_(std::move(name)) {}
  // Throws a data error when a name stands twice in it, and for rows of JSON.
  void set_names(std::string_view header, char separator = '\t');
  // A line of the input without the CR of a CRLF and, in the first line, without the UTF-8 byte order mark.
  std::string_view without_marks(std::string_view line) const;
  // Whether the line is text in front of the header, or, with `count` fields, between rows.
  bool is_text_before_header(std::string_view line);
  bool is_text(std::string_view line, std::size_t count);
  // At the end of a stream without a header: the line that its reader refuses as a header; empty where there is none.
  const std::string& likely_header() const { return likely_header_; }
  // Of a line with `count` fields. Throws a data error unless it has as many as the header and is not the header again.
  void check_fields(std::size_t count) const;
  // Reads columns under other names, their numbers times a factor. A column that the table lacks is passed over if the
  // table has one of the wanted name; otherwise it is a data error.
  void map_columns(const ColumnMap& map);
  std::string name_;       // of the file, for messages
  std::string text_hint_;  // what to do about text between rows where it is an error
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
  std::vector<double> factors_;  // of each column's numbers; empty where none is mapped
  long long line_number_ = 0;

 private:
  [[noreturn]] void fail(std::size_t column, const char* problem) const;
  void note_text(std::string_view line);
  bool passes_text_ = false;
  TextLines text_;
  std::string likely_header_;
};

}  // namespace wattline::io
