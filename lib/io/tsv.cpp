// SPDX-License-Identifier: Apache-2.0
#include "io/tsv.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/decimal.hpp"

namespace wattline::io {

namespace {

bool is_special(char c) {
  return c == '\t' || c == '\n' || c == '\r' || c == '\\';
}

void append_escaped(std::string& target, std::string_view text) {
  for (;;) {
    const auto special = std::find_if(text.begin(), text.end(), is_special);
    target.append(text.begin(), special);
    if (special == text.end()) return;
    switch (*special) {
      case '\t':
        target += "\\t";
        break;
      case '\n':
        target += "\\n";
        break;
      case '\r':
        target += "\\r";
        break;
      default:
        target += "\\\\";
    }
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
}

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

}  // namespace

std::string escape_field(std::string_view text) {
  std::string escaped;
  append_escaped(escaped, text);
  return escaped;
}

std::string unescape_field(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return plain;
}

TsvWriter::TsvWriter(Output& out, const RowKind& kind, const WriterOptions& options)
    : out_(out),
      kind_(kind),
      order_(select_columns(kind, options.columns)),
      in_order_(options.columns.empty()),
      tags_(options.tags) {
  for (const Tag& tag : tags_) {
    append_escaped(prefix_, tag.value);
    prefix_ += '\t';
  }
  fields_.reserve(512);
  pending_.reserve(4096);
  ends_.reserve(kind_.columns.size());
  if (options.header) out_.write(header());
}

std::string TsvWriter::header() const {
  std::vector<std::string> names;
  for (const Tag& tag : tags_) names.push_back(escape_field(tag.name));
  for (const std::size_t i : order_) names.push_back(kind_.columns[i].name);
  return join(names, "\t") + "\n";
}

void TsvWriter::begin_field() {
  if (ends_.size() == kind_.columns.size()) throw std::logic_error(kind_.name + ": too many fields in a row");
}

TsvWriter& TsvWriter::end_field() {
  fields_ += '\t';
  ends_.push_back(fields_.size());
  return *this;
}

TsvWriter& TsvWriter::text(std::string_view value) {
  begin_field();
  append_escaped(fields_, value);
  return end_field();
}

TsvWriter& TsvWriter::raw(std::string_view field) {
  begin_field();
  fields_ += field;
  return end_field();
}

TsvWriter& TsvWriter::number(double value) {
  begin_field();
  if (!std::isfinite(value)) return missing();
  append_number(fields_, value, kind_.columns[ends_.size()].decimals);
  return end_field();
}

TsvWriter& TsvWriter::seconds(std::int64_t ns) {
  begin_field();
  append_seconds(fields_, ns, kind_.columns[ends_.size()].decimals);
  return end_field();
}

TsvWriter& TsvWriter::number(std::optional<double> value) {
  return value ? number(*value) : missing();
}

TsvWriter& TsvWriter::integer(std::int64_t value) {
  begin_field();
  append_integer(fields_, value);
  return end_field();
}

TsvWriter& TsvWriter::integer(std::optional<std::int64_t> value) {
  return value ? integer(*value) : missing();
}

TsvWriter& TsvWriter::missing() {
  return raw("NA");
}

void TsvWriter::end_row() {
  if (ends_.size() != kind_.columns.size()) throw std::logic_error(kind_.name + ": fields missing in a row");
  pending_ += prefix_;
  if (in_order_) {
    pending_ += fields_;
  } else {
    for (const std::size_t i : order_) {
      const std::size_t start = i == 0 ? 0 : ends_[i - 1];
      pending_.append(fields_, start, ends_[i] - start);
    }
  }
  pending_.back() = '\n';
  fields_.clear();
  ends_.clear();
  if (pending_.size() >= buffer_limit_) flush();
}

void TsvWriter::buffer(std::size_t bytes) {
  buffer_limit_ = bytes;
  pending_.reserve(bytes + 4096);  // one row more than the limit fits
}

void TsvWriter::flush() {
  if (pending_.empty()) return;
  out_.write(pending_);
  pending_.clear();
}

}  // namespace wattline::io
