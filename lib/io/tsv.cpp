// SPDX-License-Identifier: Apache-2.0
#include "io/tsv.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/decimal.hpp"
#include "io/json_text.hpp"

namespace wattline::io {

namespace {

std::vector<std::size_t> select_columns(const RowKind& kind, const std::vector<std::string>& names) {
  std::vector<std::size_t> order;
  if (names.empty()) {
    for (std::size_t i = 0; i < kind.columns.size(); ++i) order.push_back(i);
    return order;
  }
  std::vector<std::string> known;
  for (const Column& column : kind.columns) known.push_back(column.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw usage_error("unknown column '" + name + "'", "choose from: " + join(known, ", "));
    }
    order.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  return order;
}

// The first name that stands twice in the list; empty when there is none.
std::string repeated(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto found = std::adjacent_find(names.begin(), names.end());
  return found == names.end() ? "" : *found;
}

bool has_column(const RowKind& kind, const std::string& name) {
  return std::any_of(kind.columns.begin(), kind.columns.end(),
                     [&](const Column& column) { return column.name == name; });
}

std::vector<Tag> tags_to_write(const RowKind& kind, const WriterOptions& options) {
  std::vector<Tag> tags;
  std::copy_if(options.tags.begin(), options.tags.end(), std::back_inserter(tags),
               [&](const Tag& tag) { return !tag.unless_present || !has_column(kind, tag.name); });
  return tags;
}

void check_names(const RowKind& kind, const WriterOptions& options) {
  std::vector<std::string> names, tags;
  for (const Column& column : kind.columns) names.push_back(column.name);
  const std::string twice = repeated(names);
  if (!twice.empty()) {
    throw data_error("column '" + twice + "' would be written twice", "rename this column of the input");
  }
  for (const Tag& tag : tags_to_write(kind, options)) {
    tags.push_back(tag.name);
    if (!has_column(kind, tag.name)) continue;
    throw usage_error("tag '" + tag.name + "': a column of the rows has this name", "choose another name");
  }
  if (!repeated(tags).empty()) throw usage_error("tag '" + repeated(tags) + "' is given twice");
  if (!repeated(options.columns).empty())
    throw usage_error("column '" + repeated(options.columns) + "' is given twice");
}

bool holds_numbers(const Column& column) {
  return !column.unit.empty();
}

std::string json_key(const std::string& name) {
  std::string key;
  append_json_string(key, name);
  return key + ":";
}

void append_json_text(std::string& target, std::string_view text) {
  if (text == "NA") {
    target += "null";
  } else {
    append_json_string(target, text);
  }
}

// What each row begins with.
std::string row_prefix(const std::vector<Tag>& tags, RowFormat format) {
  std::string prefix = format == RowFormat::jsonl ? "{" : "";
  for (const Tag& tag : tags) {
    if (format == RowFormat::jsonl) {
      prefix += json_key(tag.name);
      append_json_text(prefix, tag.value);
      prefix += ',';
    } else {
      append_escaped(prefix, tag.value);
      prefix += '\t';
    }
  }
  return prefix;
}

}  // namespace

std::string header_line(const RowKind& kind, const WriterOptions& options) {
  check_names(kind, options);
  const std::vector<std::size_t> columns = select_columns(kind, options.columns);
  if (options.format == RowFormat::jsonl) return "";
  std::vector<std::string> names;
  for (const Tag& tag : tags_to_write(kind, options)) names.push_back(escape_field(tag.name));
  for (const std::size_t i : columns) names.push_back(kind.columns[i].name);
  return join(names, "\t") + "\n";
}

std::string start_of_rows(const RowKind& kind, const WriterOptions& options) {
  const std::string header = header_line(kind, options);
  return options.format == RowFormat::jsonl ? "{" : header;
}

TsvWriter::TsvWriter(Output& out, const RowKind& kind, const WriterOptions& options)
    : out_(out),
      kind_(kind),
      header_(header_line(kind, options)),
      order_(select_columns(kind, options.columns)),
      in_order_(options.columns.empty()),
      format_(options.format),
      prefix_(row_prefix(tags_to_write(kind, options), options.format)) {
  for (const Column& column : kind_.columns) {
    decimals_.push_back(column.decimals);
    keys_.push_back(json_key(unescape_field(column.name)));  // one that came with an input is escaped
  }
  fields_.reserve(512);
  pending_.reserve(4096);
  ends_.reserve(kind_.columns.size());
  if (options.header) out_.write(header_);
}

void TsvWriter::begin_field() {
  if (ends_.size() == kind_.columns.size()) throw std::logic_error(kind_.name + ": too many fields in a row");
  if (ends_.empty()) {
    pending_ += prefix_;
    start_ = pending_.size();
  }
  if (is_json()) pending_ += keys_[ends_.size()];
}

TsvWriter& TsvWriter::end_field() {
  pending_ += is_json() ? ',' : '\t';
  ends_.push_back(pending_.size());
  return *this;
}

// A number in a column of text is a string, as the other values of the column are.
void TsvWriter::quote_number() {
  if (is_json() && !holds_numbers(kind_.columns[ends_.size()])) pending_ += '"';
}

void TsvWriter::begin_number() {
  begin_field();
  quote_number();
}

TsvWriter& TsvWriter::end_number() {
  quote_number();
  return end_field();
}

void TsvWriter::append_json_field(std::string_view text) {
  if (holds_numbers(kind_.columns[ends_.size()]) && is_json_number(text)) {
    pending_.append(text.data(), text.size());
  } else {
    append_json_text(pending_, text);
  }
}

TsvWriter& TsvWriter::text(std::string_view value) {
  begin_field();
  if (is_json()) {
    append_json_field(value);
  } else {
    append_escaped(pending_, value);
  }
  return end_field();
}

TsvWriter& TsvWriter::raw(std::string_view field) {
  begin_field();
  if (is_json()) {
    append_json_field(unescape_field(field));
  } else {
    pending_.append(field.data(), field.size());
  }
  return end_field();
}

TsvWriter& TsvWriter::number(double value) {
  if (!std::isfinite(value)) return missing();
  begin_number();
  append_number(pending_, value, decimals_[ends_.size()]);
  return end_number();
}

TsvWriter& TsvWriter::seconds(std::int64_t ns) {
  begin_number();
  append_seconds(pending_, ns, decimals_[ends_.size()]);
  return end_number();
}

TsvWriter& TsvWriter::number(std::optional<double> value) {
  return value ? number(*value) : missing();
}

TsvWriter& TsvWriter::integer(std::int64_t value) {
  begin_number();
  append_integer(pending_, value);
  return end_number();
}

TsvWriter& TsvWriter::integer(std::optional<std::int64_t> value) {
  return value ? integer(*value) : missing();
}

TsvWriter& TsvWriter::missing() {
  return raw("NA");
}

// From the table's order to the order of print.
void TsvWriter::reorder() {
  fields_.assign(pending_, start_, std::string::npos);
  pending_.resize(start_);
  for (const std::size_t i : order_) {
    const std::size_t first = i == 0 ? start_ : ends_[i - 1];
    pending_.append(fields_, first - start_, ends_[i] - first);
  }
}

void TsvWriter::end_row() {
  if (ends_.size() != kind_.columns.size()) throw std::logic_error(kind_.name + ": fields missing in a row");
  if (!in_order_) reorder();
  pending_.back() = is_json() ? '}' : '\n';
  if (is_json()) pending_ += '\n';
  whole_ = pending_.size();
  ends_.clear();
  if (whole_ >= buffer_limit_) flush();
}

void TsvWriter::buffer(std::size_t bytes) {
  buffer_limit_ = bytes;
  pending_.reserve(bytes + 4096);  // one row more than the limit fits
}

void TsvWriter::flush() {
  out_.write(std::string_view(pending_).substr(0, whole_));
  drop_written(whole_);
}

void TsvWriter::flush_at_once() {
  drop_written(out_.write_at_once(std::string_view(pending_).substr(0, whole_)));
}

void TsvWriter::drop_written(std::size_t size) {
  pending_.erase(0, size);
  whole_ -= size;
}

}  // namespace wattline::io
