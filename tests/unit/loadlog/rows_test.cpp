// SPDX-License-Identifier: Apache-2.0
#include "loadlog/rows.hpp"

#include "row_rules.hpp"

using namespace wattline;

TEST_CASE("loadlog's row kinds have distinct columns with a meaning, and source last", "[loadlog]") {
  test::check_row_rules(loadlog::load_rows().kind());
  test::check_row_rules(loadlog::summary_rows().kind());
}
