// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "counted_allocations.hpp"
#include "loadlog/loadlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

TEST_CASE("a tick of loadlog allocates nothing", "[loadlog]") {
  test::SysfsTree tree;
  test::make_agx_xavier(tree);
  tree.file("/proc/stat", "cpu  1 0 0 1 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0").file("/proc/meminfo", "MemTotal: 5 kB");
  tree.file("/sys/class/thermal/thermal_zone0/type", "cpu-thermal")
      .file("/sys/class/thermal/thermal_zone0/temp", "45500");
  test::ToolFixture tool(tree.root());
  const test::AllocationsOfTicks counted(tool);
  loadlog::Options options;
  options.sampling.schedule.count = 1010;
  options.sampling.rows.output = "/dev/null";
  CHECK(loadlog::run(options, tool.context) == 0);
  CHECK(counted.early > 0);
  CHECK(counted.late == 0);
}
