// SPDX-License-Identifier: Apache-2.0
#include "io/tsv_row.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/byte_order_mark.hpp"
#include "io/column_names.hpp"

namespace wattline::io {

namespace {

constexpr const char* kOneHeader = "a table has one header line; mlr joins tables, cat does not";

constexpr std::string_view kClockColumn = "mono_s";
constexpr std::size_t kShownText = 60;
constexpr long long kMostTextFirst = 1000;  // a program with step rows prints the first one before

bool is_json(std::string_view line) {
  return line.substr(0, 2) == "{\"";
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Whether it can be the header of rows about times, or such a row as JSON.
bool names_clock(std::string_view line) {
  if (is_json(line)) return line.find("mono_s\":") != std::string_view::npos;
  if (line.find('\t') == std::string_view::npos) return false;
  const std::vector<std::string_view> names = split(line, '\t');
  return std::any_of(names.begin(), names.end(), [](std::string_view name) { return ends_with(name, kClockColumn); });
}

}  // namespace

void TsvRow::note_text(std::string_view line) {
  if (trim(line).empty()) return;
  if (text_.count++ > 0) return;
  text_.first_number = line_number_;
  text_.first = std::string(line.substr(0, kShownText));
}

bool TsvRow::is_text_before_header(std::string_view line) {
  if (!passes_text_ || text_.count >= kMostTextFirst || names_clock(line)) return false;
  note_text(line);
  const auto is_table = [](std::string_view text) { return text.find('\t') != std::string_view::npos; };
  if (likely_header_.empty() || (is_table(line) && !is_table(likely_header_))) likely_header_ = std::string(line);
  return true;
}

// Fields of which the first is a number are those of a broken row, which must not get lost.
bool TsvRow::is_text(std::string_view line, std::size_t count) {
  if (!passes_text_ || count == names_.size() || names_clock(line)) return false;
  if (count > 1 && to_double(line.substr(0, line.find('\t')))) return false;
  note_text(line);
  return true;
}

std::string_view TsvRow::without_marks(std::string_view line) const {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line_number_ == 1 ? without_byte_order_mark(line) : line;
}

void TsvRow::set_names(std::string_view header, char separator) {
  if (is_json(header)) {
    throw data_error(name_ + ": holds rows in JSON, and only TSV can be read", "write these rows as TSV");
  }
  for (const std::string_view column : split(header, separator)) names_.emplace_back(column);
  require_unique_columns(name_, names_);
}

void TsvRow::map_columns(const ColumnMap& map) {
  factors_.assign(names_.size(), 1);
  for (const MappedColumn& mapped : map) {
    const auto column = find(mapped.column);
    if (!column && find(mapped.name)) continue;
    const std::size_t at = column ? *column : require(mapped.column);
    names_[at] = mapped.name;
    factors_[at] = mapped.factor;
  }
  require_unique_columns(name_, names_);
}

void TsvRow::check_fields(std::size_t count) const {
  const bool as_many = count == names_.size();
  const auto end = fields_.begin() + static_cast<std::ptrdiff_t>(std::min(count, fields_.size()));
  const auto names_column = [this](std::string_view field) { return find(field).has_value(); };
  const bool is_header = as_many ? std::equal(fields_.begin(), end, names_.begin(), names_.end())
                                 : std::any_of(fields_.begin(), end, names_column);
  if (as_many && !is_header) return;
  const std::string line = name_ + ": line " + std::to_string(line_number_) + ": ";
  if (is_header) throw data_error(line + "another header line", kOneHeader);
  throw data_error(line + std::to_string(count) + " fields, but the header has " + std::to_string(names_.size()),
                   count == 1 ? text_hint_ : "");
}

std::optional<std::size_t> TsvRow::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::size_t TsvRow::require(std::string_view name) const {
  const auto column = find(name);
  if (column) return *column;
  const bool may_be_text =
      names_.size() == 1 && !text_hint_.empty() && names_[0].find_first_of(",;") == std::string::npos;
  throw data_error(name_ + ": no column '" + std::string(name) + "'",
                   may_be_text ? text_hint_ : "it has: " + join(names_, ", "));
}

void TsvRow::fail(std::size_t column, const char* problem) const {
  throw data_error(name_ + ": line " + std::to_string(line_number_) + ": " + names_[column] + " is '" +
                       std::string(fields_[column].substr(0, 60)) + "': " + problem,
                   find(fields_[column]) ? kOneHeader : "");
}

std::optional<double> TsvRow::number(std::size_t column) const {
  const std::string_view text = fields_[column];
  if (text == "NA") return std::nullopt;
  const auto value = to_double(text);
  if (!value) fail(column, "not a number");
  return factors_.empty() ? value : std::optional(*value * factors_[column]);
}

std::optional<std::int64_t> TsvRow::integer(std::size_t column) const {
  const auto value = number(column);
  if (!value) return std::nullopt;
  if (std::fabs(*value) > 9e15 || *value != std::floor(*value)) fail(column, "not a whole number");
  return static_cast<std::int64_t>(*value);
}

double TsvRow::required_number(std::size_t column) const {
  const auto value = number(column);
  if (!value) fail(column, "a value is required");
  return *value;
}

double TsvRow::required_not_negative(std::size_t column) const {
  const double value = required_number(column);
  if (value < 0) fail(column, "must not be negative");
  return value;
}

double TsvRow::required_positive(std::size_t column) const {
  const double value = required_number(column);
  if (!(value > 0)) fail(column, "must be positive");
  return value;
}

std::int64_t TsvRow::required_integer(std::size_t column) const {
  const auto value = integer(column);
  if (!value) fail(column, "a value is required");
  return *value;
}

}  // namespace wattline::io
