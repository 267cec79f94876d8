// SPDX-License-Identifier: Apache-2.0
#include "counted_allocations.hpp"
#include "log_case.hpp"
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

TEST_CASE("a tick of powerlog allocates nothing", "[powerlog]") {
  test::LogCase<powerlog::Options, powerlog::run> c(test::make_agx_xavier);
  test::check_allocations_of_ticks(c);
}
