// SPDX-License-Identifier: Apache-2.0
#include "powerlog/rows.hpp"

#include "row_rules.hpp"

using namespace wattline;

TEST_CASE("powerlog's row kinds have distinct columns with a meaning, and source last", "[powerlog]") {
  for (const io::RowKind* kind : {&powerlog::power_rows().kind(), &powerlog::mark_rows().kind(),
                                  &powerlog::summary_rows().kind(), &powerlog::rail_rows().kind()}) {
    test::check_row_rules(*kind);
  }
}
