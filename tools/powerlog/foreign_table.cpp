// SPDX-License-Identifier: Apache-2.0
#include "powerlog/foreign_table.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/column_names.hpp"
#include "powerlog/column_units.hpp"

namespace wattline::powerlog {

namespace {

// Blanks around a field are no part of it.
void trim_all(std::vector<std::string>& fields) {
  for (std::string& field : fields) field = std::string(trim(field));
}

bool is_missing(std::string_view field) {
  return field.empty() || field == "NA" || field == "nan" || field == "NaN";
}

// Names begin with a letter, as a rule, and times with a digit.
bool is_row(std::string_view line) {
  line = trim(line);
  return !line.empty() && line.front() >= '0' && line.front() <= '9';
}

}  // namespace

ForeignTable::ForeignTable(const io::RepeatedInput& input) : lines(input.again(), input.name()) {
  std::string_view line;
  std::string comment;
  bool found = false;
  while ((found = lines.next(line)) && !line.empty() && line.front() == '#') comment = line;
  if (!found && comment.empty()) throw data_error(lines.name() + ": no header line");
  const bool comment_is_header = !comment.empty() && (!found || is_row(line));
  if (comment_is_header && found) read_ahead = line;
  header = comment_is_header ? comment : std::string(line);
  separator = io::separator_of(header);
  record = io::CsvRecord(separator);
  if (record.add(header)) names = record.fields();
  trim_all(names);
  io::require_unique_named_columns(lines.name(), names);
}

std::optional<std::size_t> ForeignTable::find(const std::string& name) const {
  auto found = std::find(names.begin(), names.end(), name);
  const bool is_marked = found == names.end() && !names.empty() && names[0].substr(0, 1) == "#";
  if (is_marked && trim(std::string_view(names[0]).substr(1)) == name) found = names.begin();
  return found == names.end() ? std::nullopt : std::optional<std::size_t>(found - names.begin());
}

std::size_t ForeignTable::require(const std::string& name) const {
  const auto column = find(name);
  if (!column) throw data_error(lines.name() + ": no column '" + name + "'", "it has: " + join(names, ", "));
  return *column;
}

bool ForeignTable::next() {
  std::string_view line;
  while (read_ahead || lines.next(line)) {
    const std::optional<std::string> first = std::exchange(read_ahead, std::nullopt);
    const bool whole = record.add(first ? *first : line);
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
  if (is_missing(field)) return std::nullopt;
  const std::size_t end = field.find_last_of("0123456789.,");
  const std::string unit(trim(std::string_view(field).substr(end == std::string::npos ? 0 : end + 1)));
  const auto value = to_double(number(std::string(trim(field.substr(0, end == std::string::npos ? 0 : end + 1)))));
  const auto own_unit = unit.empty() ? std::optional<double>(unit_w) : watts_of_unit(unit);
  if (value && own_unit) return *value * *own_unit;
  if (not_numbers++ == 0) first_not_number = field;
  return std::nullopt;
}

std::string ForeignTable::number(std::string text) const {
  const bool decimal_comma =
      separator != ',' && text.find('.') == std::string::npos && std::count(text.begin(), text.end(), ',') == 1;
  if (decimal_comma) std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

WrittenTime ForeignTable::time(const std::vector<std::size_t>& columns, std::optional<double> unit_s) const {
  std::string text;
  for (const std::size_t column : columns) text += (text.empty() ? "" : " ") + fields[column];
  if (is_missing(text)) return {};
  const auto value = number_of_time(number(text));
  if (!value) return read_time(text);
  if (!unit_s) return read_time(number(text));
  constexpr double kYear2255 = 9e9;
  const double seconds = *value * *unit_s;
  if (*unit_s > 0 && *value >= 0 && seconds < kYear2255) return {Timestamp{seconds}};
  return {std::nullopt, TimeProblem::other, text};
}

}  // namespace wattline::powerlog
