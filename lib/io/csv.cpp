// SPDX-License-Identifier: Apache-2.0
#include "io/csv.hpp"

namespace wattline::io {

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
