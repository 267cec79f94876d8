// SPDX-License-Identifier: Apache-2.0
#include "counted_allocations.hpp"
#include "loadlog/loadlog.hpp"
#include "log_case.hpp"
#include "rail_trees.hpp"

using namespace wattline;

TEST_CASE("a tick of loadlog allocates nothing", "[loadlog]") {
  test::LogCase<loadlog::Options, loadlog::run> c(test::make_agx_xavier);
  c.tree.file("/proc/stat", "cpu  1 0 0 1 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0").file("/proc/meminfo", "MemTotal: 5 kB");
  c.tree.file("/sys/class/thermal/thermal_zone0/type", "cpu-thermal")
      .file("/sys/class/thermal/thermal_zone0/temp", "45500");
  test::check_allocations_of_ticks(c);
}
