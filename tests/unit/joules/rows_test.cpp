// SPDX-License-Identifier: Apache-2.0
#include "joules/rows.hpp"

#include "row_rules.hpp"

using namespace wattline;

TEST_CASE("joules' row kinds have distinct columns with a meaning, and source last", "[joules]") {
  test::check_row_rules(joules::energy_kind());
  test::check_row_rules(joules::account_kind());
  test::check_row_rules(joules::calibration_rows().kind());
}
