// SPDX-License-Identifier: Apache-2.0
// A record of CSV (RFC 4180), fed line by line. A field in double quotes may hold separators, line ends and doubled
// quotes. A quote inside an unquoted field is an ordinary character.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wattline::io {

// What splits the names of a header: a tab, a semicolon or a comma, the first of these that stands outside of quotes.
char separator_of(std::string_view header);

class CsvRecord {
 public:
  explicit CsvRecord(char separator = ',') : separator_(separator) {}
  // Takes the next line, without its line feed; a carriage return at its end counts as part of that. True when the
  // record ends with it; false when a quote is still open, so that the next line belongs to the same record. After true
  // the next call begins a new record.
  bool add(std::string_view line);
  // Gives up a record whose quote is still open.
  void reset() { quoted_ = false; }
  bool is_open() const { return quoted_; }
  std::vector<std::string>& fields() { return fields_; }

 private:
  char separator_;
  bool quoted_ = false;  // between two quotes
  std::vector<std::string> fields_;
};

}  // namespace wattline::io
