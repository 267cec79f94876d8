// SPDX-License-Identifier: Apache-2.0
#include "cachestat/rows.hpp"

#include "row_rules.hpp"

using namespace wattline;

TEST_CASE("map rows have distinct columns with a meaning, and source last", "[cachestat]") {
  test::check_row_rules(cachestat::map_rows().kind());
}
