// SPDX-License-Identifier: Apache-2.0
#include "io/column_map.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::io {

namespace {

MappedColumn parse_one(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw usage_error("not NAME=COLUMN, as in minibatch_ms=latency_s*1000");
  }
  MappedColumn mapped{text.substr(0, equals), text.substr(equals + 1)};
  const std::size_t sign = mapped.column.find_last_of("*/");
  const auto factor = sign == std::string::npos ? std::nullopt : to_double(mapped.column.substr(sign + 1));
  if (!factor) return mapped;  // a sign of the column's own name
  if (!(*factor > 0)) throw usage_error("the factor must be positive");
  mapped.factor = mapped.column[sign] == '*' ? *factor : 1 / *factor;
  mapped.column.erase(sign);
  return mapped;
}

}  // namespace

ColumnMap parse_column_map(const std::vector<std::string>& texts) {
  ColumnMap map;
  for (const std::string& text : texts) {
    MappedColumn mapped = parse_one(text);
    const auto is_same = [&](const MappedColumn& known) {
      return known.name == mapped.name || known.column == mapped.column;
    };
    const auto twice = std::find_if(map.begin(), map.end(), is_same);
    if (twice != map.end())
      throw usage_error("the map of columns: " + (twice->name == mapped.name ? mapped.name : mapped.column) +
                        " stands twice");
    map.push_back(std::move(mapped));
  }
  return map;
}

}  // namespace wattline::io
