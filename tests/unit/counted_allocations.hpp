// SPDX-License-Identifier: Apache-2.0
// Counts what a program takes from the heap. It replaces operator new, so only one source of a program includes it.
// The steady state of a logger must not touch the heap: an allocation may block, and it grows with time.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <new>

#include "catch.hpp"

namespace wattline::test {
inline long long allocations = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++wattline::test::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++wattline::test::allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace wattline::test {

// Runs a logger on this machine: it may allocate up to the 20th wait of its clock, and not from there to the 1000th.
template <class Case>
void check_allocations_of_ticks(Case& c) {
  int waits = 0;
  long long early = 0, late = 0;
  c.tool.clock.on_wait = [&](std::int64_t) {
    ++waits;
    if (waits == 20) early = allocations;
    if (waits == 1000) late = allocations - early;
    return false;
  };
  c.options.sampling.schedule.count = 1010;
  c.options.sampling.rows.output = "/dev/null";
  CHECK(c.run() == 0);
  CHECK(early > 0);
  CHECK(late == 0);
}

}  // namespace wattline::test
