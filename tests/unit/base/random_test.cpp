// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"

#include <array>
#include <cstdlib>

#include "catch.hpp"

using namespace wattline;

TEST_CASE("below draws every number equally often, also where 2^32 is not a multiple of n") {
  // n = 3/4 of 2^32: one draw alone would give every third number twice as often as the others.
  constexpr std::uint64_t kN = std::uint64_t{3} << 30;
  constexpr int kDraws = 30000;
  Random random(1);
  std::array<int, 3> seen{};
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t value = random.below(kN);
    REQUIRE(value < kN);
    ++seen[value % 3];
  }
  for (const int count : seen) CHECK(std::abs(count - kDraws / 3) < 500);  // six standard deviations of 82
}

TEST_CASE("below keeps to its limit beyond 32 bits") {
  constexpr std::uint64_t kN = (std::uint64_t{1} << 63) + 1;
  Random random(2);
  for (int i = 0; i < 1000; ++i) REQUIRE(random.below(kN) < kN);
  CHECK(random.below(1) == 0);
}
