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

std::optional<double> watts_of_unit(std::string_view unit) {
  if (unit == "W" || unit == "w" || unit == "watt" || unit == "watts" || unit == "Watt" || unit == "Watts") return 1;
  if (unit == "mW" || unit == "mw" || unit == "milliwatt" || unit == "milliwatts") return 1e-3;
  if (unit == "uW" || unit == "uw" || unit == "\u00b5W" || unit == "\u03bcW" || unit == "microwatts") return 1e-6;
  if (unit == "kW" || unit == "kw" || unit == "KW") return 1e3;
  return std::nullopt;
}

}  // namespace

double unit_of(const std::string& column) {
  std::string words = column;
  for (const char mark : {'(', ')', '[', ']', '_', '/', ',', ':', ';'})
    std::replace(words.begin(), words.end(), mark, ' ');
  double unit_w = 1;
  for (const std::string_view word : split_blanks(words)) unit_w = watts_of_unit(word).value_or(unit_w);
  return unit_w;
}

ForeignTable::ForeignTable(const std::string& path) : lines(path) {
  std::string_view header;
  if (!lines.next(header)) throw data_error(lines.name() + ": no header line");
  separator = separator_of(header);
  record = io::CsvRecord(separator);
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
  if (not_numbers > 0) {
    context.warn(lines.name() + ": " + std::to_string(not_numbers) + " fields are no power, first '" +
                 first_not_number + "'");
  }
  if (malformed > 0) context.warn(lines.name() + ": " + std::to_string(malformed) + " malformed rows left out");
}

std::optional<double> ForeignTable::watts(std::size_t column, double unit_w) {
  const std::string& field = fields[column];
  if (field.empty() || field == "NA" || field == "nan" || field == "NaN") return std::nullopt;
  std::string number = field;
  const std::size_t end = number.find_last_of("0123456789.,");
  const std::string unit(trim(std::string_view(number).substr(end == std::string::npos ? 0 : end + 1)));
  number = std::string(trim(std::string_view(number).substr(0, end == std::string::npos ? 0 : end + 1)));
  const bool decimal_comma =
      separator != ',' && number.find('.') == std::string::npos && std::count(number.begin(), number.end(), ',') == 1;
  if (decimal_comma) std::replace(number.begin(), number.end(), ',', '.');
  const auto value = to_double(number);
  const auto own_unit = unit.empty() ? std::optional<double>(unit_w) : watts_of_unit(unit);
  if (value && own_unit) return *value * *own_unit;
  if (not_numbers++ == 0) first_not_number = field;
  return std::nullopt;
}

double ForeignTable::time(std::size_t column) const {
  const auto time_s = parse_timestamp(fields[column]);
  if (time_s) return *time_s;
  throw data_error(lines.name() + ": line " + std::to_string(lines.line_number()) + ": '" + fields[column] +
                   "' is not a time");
}

}  // namespace wattline::powerlog
