// SPDX-License-Identifier: Apache-2.0
#include "io/csv.hpp"

#include <algorithm>

namespace wattline::io {

namespace {

// Outside of quotes, where a name may hold it.
bool separates(std::string_view header, char separator) {
  bool quoted = false;
  return std::any_of(header.begin(), header.end(), [&](char c) {
    if (c == '"') quoted = !quoted;
    return c == separator && !quoted;
  });
}

}  // namespace

char separator_of(std::string_view header) {
  for (const char separator : {'\t', ';', ','}) {
    if (separates(header, separator)) return separator;
  }
  return ',';
}

bool CsvRecord::add(std::string_view line) {
  if (quoted_) {
    fields_.back() += '\n';
  } else {
    fields_.assign(1, "");
  }
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted_ && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields_.back() += line[++i];
    } else if (c == '"' && (quoted_ || fields_.back().empty())) {
      quoted_ = !quoted_;
    } else if (c == separator_ && !quoted_) {
      fields_.emplace_back();
    } else if (c != '\r' || quoted_ || i + 1 < line.size()) {
      fields_.back() += c;
    }
  }
  return !quoted_;
}

}  // namespace wattline::io
