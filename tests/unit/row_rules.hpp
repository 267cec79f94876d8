// SPDX-License-Identifier: Apache-2.0
// What wattline-rows(7) promises of every row kind: each column has a name of its own and a meaning, and `source`, where
// there is one, is the last.
#pragma once
#include <set>

#include "catch.hpp"
#include "io/tsv.hpp"

namespace wattline::test {

inline void check_row_rules(const io::RowKind& kind) {
  INFO(kind.name);
  std::set<std::string> names;
  for (const io::Column& column : kind.columns) {
    INFO(column.name);
    CHECK(names.insert(column.name).second);
    CHECK_FALSE(column.help.empty());
  }
  if (names.count("source") > 0) CHECK(kind.columns.back().name == "source");
}

}  // namespace wattline::test
