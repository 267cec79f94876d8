// SPDX-License-Identifier: Apache-2.0
// The steady state of both loggers must not touch the heap: an allocation may block, and it grows with time.
#include <cstdlib>
#include <new>

#include "catch.hpp"
#include "loadlog/loadlog.hpp"
#include "rail_trees.hpp"
#include "tool_fixture.hpp"

namespace {
long long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace wattline;

TEST_CASE("a tick of loadlog allocates nothing", "[loadlog]") {
  test::SysfsTree tree;
  test::make_agx_xavier(tree);
  tree.file("/proc/stat", "cpu  1 0 0 1 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0").file("/proc/meminfo", "MemTotal: 5 kB");
  tree.file("/sys/class/thermal/thermal_zone0/type", "cpu-thermal")
      .file("/sys/class/thermal/thermal_zone0/temp", "45500");
  test::ToolFixture tool(tree.root());
  long long early = 0, late = 0;
  int waits = 0;
  tool.clock.on_wait = [&](std::int64_t) {
    ++waits;
    if (waits == 20) early = allocations;
    if (waits == 1000) late = allocations;
    return false;
  };
  loadlog::Options options;
  options.sampling.schedule.count = 1010;
  options.sampling.rows.output = "/dev/null";
  CHECK(loadlog::run(options, tool.context) == 0);
  CHECK(early > 0);
  CHECK(late - early == 0);
}
