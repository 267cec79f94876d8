// SPDX-License-Identifier: Apache-2.0
#include "powerlog/foreign_table.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/timestamp.hpp"
#include "io/column_names.hpp"

namespace wattline::powerlog {

namespace {

// Outside of quotes, where a name may hold it.
bool separates(std::string_view header, char separator) {
  bool quoted = false;
  return std::any_of(header.begin(), header.end(), [&](char c) {
    if (c == '"') quoted = !quoted;
    return c == separator && !quoted;
  });
}

char separator_of(std::string_view header) {
  for (const char separator : {'\t', ';', ','}) {
    if (separates(header, separator)) return separator;
  }
  return ',';
}

// Blanks around a field are no part of it.
void trim_all(std::vector<std::string>& fields) {
  for (std::string& field : fields) field = std::string(trim(field));
}

}  // namespace

ForeignTable::ForeignTable(const std::string& path) : lines(path) {
  std::string_view header;
  if (!lines.next(header)) throw data_error(lines.name() + ": no header line");
  record = io::CsvRecord(separator_of(header));
  if (record.add(header)) names = record.fields();
  trim_all(names);
  io::require_unique_named_columns(lines.name(), names);
}

std::optional<std::size_t> ForeignTable::find(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt : std::optional<std::size_t>(found - names.begin());
}

std::size_t ForeignTable::require(const std::string& name) const {
  const auto column = find(name);
  if (!column) throw data_error(lines.name() + ": no column '" + name + "'", "it has: " + join(names, ", "));
  return *column;
}

bool ForeignTable::next() {
  std::string_view line;
  while (lines.next(line)) {
    const bool whole = record.add(line);
    record.reset();  // loggers write a line per row: an open quote is a torn one
    fields = record.fields();
    trim_all(fields);
    if (whole && fields.size() == names.size()) return true;
    ++malformed;
  }
  return false;
}

void ForeignTable::warn_malformed(cli::Context& context) const {
  if (lines.torn()) context.warn_torn(lines.name());
  if (malformed > 0) context.warn(lines.name() + ": " + std::to_string(malformed) + " malformed rows left out");
}

double ForeignTable::time(std::size_t column) const {
  const auto time_s = parse_timestamp(fields[column]);
  if (time_s) return *time_s;
  throw data_error(lines.name() + ": line " + std::to_string(lines.line_number()) + ": '" + fields[column] +
                   "' is not a time");
}

}  // namespace wattline::powerlog
