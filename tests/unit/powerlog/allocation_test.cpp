// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "counted_allocations.hpp"
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

TEST_CASE("a tick of powerlog allocates nothing", "[powerlog]") {
  test::SysfsTree tree;
  test::make_agx_xavier(tree);
  test::ToolFixture tool(tree.root());
  const test::AllocationsOfTicks counted(tool);
  powerlog::Options options;
  options.sampling.schedule.count = 1010;
  options.sampling.rows.output = "/dev/null";
  CHECK(powerlog::run(options, tool.context) == 0);
  CHECK(counted.early > 0);
  CHECK(counted.late == 0);
}
