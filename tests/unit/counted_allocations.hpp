// SPDX-License-Identifier: Apache-2.0
// Counts what a program takes from the heap. It replaces operator new, so only one source of a program includes it.
// The steady state of a logger must not touch the heap: an allocation may block, and it grows with time.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <new>

#include "tool_fixture.hpp"

namespace wattline::test {
inline long long allocations = 0;
}

void* operator new(std::size_t size) {
  ++wattline::test::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace wattline::test {

// Allocations up to the 20th wait of a tool's clock, and from there to the 1000th.
struct AllocationsOfTicks {
  explicit AllocationsOfTicks(ToolFixture& tool) {
    tool.clock.on_wait = [this](std::int64_t) {
      ++waits;
      if (waits == 20) early = allocations;
      if (waits == 1000) late = allocations - early;
      return false;
    };
  }
  int waits = 0;
  long long early = 0, late = 0;
};

}  // namespace wattline::test
