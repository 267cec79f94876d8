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

}  // namespace

std::string_view TsvRow::without_marks(std::string_view line) const {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line_number_ == 1 ? without_byte_order_mark(line) : line;
}

void TsvRow::set_names(std::string_view header, char separator) {
  if (header.substr(0, 2) == "{\"") {
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
  throw data_error(line + std::to_string(count) + " fields, but the header has " + std::to_string(names_.size()));
}

std::optional<std::size_t> TsvRow::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::size_t TsvRow::require(std::string_view name) const {
  const auto column = find(name);
  if (column) return *column;
  throw data_error(name_ + ": no column '" + std::string(name) + "'", "it has: " + join(names_, ", "));
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
