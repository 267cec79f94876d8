// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/csv.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::trainstep {

namespace {

// Splits until the line ends outside quotes; false when it ends inside them, and the next line belongs to it.
bool split_csv(const std::string& line, std::vector<std::string>& fields, bool& quoted) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r' || quoted) {
      fields.back() += c;
    }
  }
  return !quoted;
}

}  // namespace

CsvReader::CsvReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_ || !read_row()) throw data_error(path + ": cannot be read or is empty");
  names_ = fields_;
  constexpr const char* kByteOrderMark = "\xef\xbb\xbf";
  if (names_.front().compare(0, 3, kByteOrderMark) == 0) names_.front().erase(0, 3);
}

bool CsvReader::read_row() {
  fields_.assign(1, "");
  bool quoted = false;
  std::string line;
  while (std::getline(file_, line)) {
    ++line_;
    if (split_csv(line, fields_, quoted)) return true;
    fields_.back() += '\n';
  }
  if (quoted) throw data_error(path_ + ": line " + std::to_string(line_) + ": a quote is not closed");
  return false;
}

bool CsvReader::next() {
  while (read_row()) {
    if (fields_.size() > 1 || !fields_.front().empty()) return true;
  }
  return false;
}

std::size_t CsvReader::require(const std::string& column) const {
  const auto found = std::find(names_.begin(), names_.end(), column);
  if (found == names_.end()) throw data_error(path_ + ": no column " + column, "it has " + join(names_, ", "));
  return static_cast<std::size_t>(found - names_.begin());
}

}  // namespace wattline::trainstep
