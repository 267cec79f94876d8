// SPDX-License-Identifier: Apache-2.0
// A table of another program: a header line, then rows split by a tab, a semicolon or a comma.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/timestamp.hpp"
#include "cli/context.hpp"
#include "io/csv.hpp"
#include "io/lines.hpp"
#include "io/repeated_input.hpp"

namespace wattline::powerlog {

struct ForeignTable {
  // Throws a data error when there is no header, or a name stands twice in it. Lines with a # in front may stand before
  // the header, or the last of them be it.
  explicit ForeignTable(const io::RepeatedInput& input);
  std::optional<std::size_t> find(const std::string& name) const;
  // Throws a data error that lists the columns there are.
  std::size_t require(const std::string& name) const;
  // The next row; those with another number of fields are counted and passed over.
  bool next();
  // Warns of rows that were passed over, and of a torn last line.
  void warn_malformed(cli::Context& context) const;
  // Of one column, or of two for date and clock. A number counts `unit_s` seconds where that is given; 0 = in an
  // unknown unit.
  WrittenTime time(const std::vector<std::size_t>& columns, std::optional<double> unit_s) const;
  // "4512", "4.512 W", "4512mW", and "12,5" where a comma separates no columns; a number without a unit counts
  // `unit_w`. Text that is none is counted; an empty field or NA is a missing value.
  std::optional<double> watts(std::size_t column, double unit_w);

  // With a point where the file has a decimal comma.
  std::string number(std::string text) const;

  io::LineReader lines;
  std::string header;
  char separator = ',';
  io::CsvRecord record;
  std::vector<std::string> names, fields;
  long long malformed = 0, not_numbers = 0;
  std::string first_not_number;
  std::optional<std::string> read_ahead;  // a row
};

}  // namespace wattline::powerlog
