// SPDX-License-Identifier: Apache-2.0
// Writes rows, as TSV or as JSON Lines. Each kind of row has a table of columns, which drives the header, the types of
// JSON, --columns and --list-columns. wattline-rows(7) has the rules.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"
#include "io/tsv_escape.hpp"

namespace wattline::io {

struct Column {
  std::string name;
  std::string unit;  // "s", "W", "1" for a count or ratio, "unit" where the row decides, "" for text
  int decimals;      // of numbers; 0 = integer
  std::string help;
};

struct RowKind {
  std::string name;
  std::vector<Column> columns;
};

// A text as a field: NA where there is none.
inline std::string_view or_na(std::string_view text) {
  return text.empty() ? "NA" : text;
}

struct Tag {
  std::string name, value;
  bool unless_present = false;  // not written in front of rows that have a column of this name
};

// jsonl: each row is a JSON object (RFC 8259) in a line of its own. A column with a unit holds numbers, printed as in
// TSV; a column without one, and a tag, holds strings. NA is null. In a column of numbers that came with an input, a
// text that is not a number is a string.
enum class RowFormat { tsv, jsonl };

struct WriterOptions {
  std::vector<Tag> tags;             // constant columns in front
  std::vector<std::string> columns;  // selection and order; empty = all
  bool header = true;                // of TSV
  RowFormat format = RowFormat::tsv;
};

// The header line of such rows, with its line feed; empty for JSON Lines. Throws a usage error for an unknown or
// repeated column and for a tag with the name of a column or of another tag; a data error for a kind that has two
// columns of one name, as when the columns of an input are written back.
std::string header_line(const RowKind& kind, const WriterOptions& options = {});
// What a file of such rows begins with: the header line, or the first byte of an object. Throws as header_line().
std::string start_of_rows(const RowKind& kind, const WriterOptions& options);

// Fields are given in table order, one call each; end_row() throws std::logic_error when some are missing.
// After the first row of TSV no call allocates.
class TsvWriter {
 public:
  // Writes the header at once. Throws as header_line().
  TsvWriter(Output& out, const RowKind& kind, const WriterOptions& options = {});

  TsvWriter& text(std::string_view value);
  TsvWriter& raw(std::string_view field);  // escaped already, or nothing to escape in it
  TsvWriter& number(double value);         // not finite = NA
  TsvWriter& number(std::optional<double> value);
  TsvWriter& seconds(std::int64_t ns);  // a time, rounded from its nanoseconds
  TsvWriter& integer(std::int64_t value);
  TsvWriter& integer(std::optional<std::int64_t> value);
  TsvWriter& missing();
  // Ends the row: written now, or kept until flush() when buffered.
  void end_row();
  void flush();
  // Writes the rows that a slow reader of a pipe takes at once, and keeps the others.
  void flush_at_once();
  // Collect up to `bytes` of rows before writing; 0 (the default) writes each row.
  void buffer(std::size_t bytes);
  const std::string& header() const { return header_; }

 private:
  bool is_json() const { return format_ == RowFormat::jsonl; }
  void begin_field();
  TsvWriter& end_field();
  void begin_number();
  TsvWriter& end_number();
  void quote_number();
  void append_json_field(std::string_view text);
  void reorder();
  void drop_written(std::size_t size);
  Output& out_;
  RowKind kind_;
  std::string header_;
  std::vector<std::size_t> order_;  // printed position -> table position
  bool in_order_;                   // it is the table's
  RowFormat format_;
  std::string prefix_;             // what each row begins with: its tags
  std::vector<std::string> keys_;  // of each column, in JSON
  std::vector<int> decimals_;      // of each column
  std::string pending_;            // rows to write, and the fields of the current one, a separator behind each
  std::size_t whole_ = 0;          // where the rows in it end
  std::size_t start_ = 0;          // where the current row's first field begins in it
  std::vector<std::size_t> ends_;  // and where each ends, its separator with it
  std::string fields_;             // of a row on its way to another order
  std::size_t buffer_limit_ = 0;
};

}  // namespace wattline::io
