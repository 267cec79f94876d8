// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/paired_difference.hpp"

#include <cmath>

#include "base/random.hpp"
#include "catch.hpp"

using namespace wattline::wattcompare;

TEST_CASE("with as many blocks one way round as the other, the difference is the mean", "[wattcompare]") {
  const std::vector<BlockDifference> blocks{{1.1, 1}, {0.9, -1}, {1.3, 1}, {1.1, -1}};
  const auto fit = fit_difference(blocks);
  REQUIRE(fit);
  CHECK(fit->difference == Approx(1.1));
  CHECK(fit->scale == Approx(0.5));
  CHECK(fit->freedom == 2);
  CHECK(fit->sd == Approx(std::sqrt(0.04 / 2)));  // around 1.2 and 1.0
  // t of 2 degrees of freedom at 97.5 %
  CHECK(*half_width(blocks, 4, 0.05) == Approx(4.302653 * std::sqrt(0.02) / 2));
}

TEST_CASE("a drift from run to run is no difference", "[wattcompare]") {
  // 0, 1, 2 ... in the order a b, b a, b a, a b: b comes one run later or earlier.
  const auto fit = fit_difference({{1, 1}, {-1, -1}, {-1, -1}, {1, 1}});
  REQUIRE(fit);
  CHECK(fit->difference == Approx(0).margin(1e-12));
  CHECK(fit->sd == Approx(0).margin(1e-12));
}

TEST_CASE("two blocks give no interval, and blocks of one order give one without a line", "[wattcompare]") {
  CHECK(!fit_difference({}));
  CHECK(!fit_difference({{1, 1}, {2, -1}}));
  CHECK(!half_width({{1, 1}, {2, -1}}, 8, 0.05));
  const auto fit = fit_difference({{1, 1}, {2, 1}, {3, 1}});
  REQUIRE(fit);
  CHECK(fit->difference == Approx(2));
  CHECK(fit->freedom == 2);
}

TEST_CASE("the later blocks widen an interval that the pilot would make too narrow", "[wattcompare]") {
  std::vector<BlockDifference> blocks{{1, 1}, {1, -1}, {1, 1}, {1, -1}};
  CHECK(*half_width(blocks, 4, 0.05) == 0);
  blocks.insert(blocks.end(), {{3, 1}, {-1, -1}, {0, 1}, {2, -1}});
  CHECK(*half_width(blocks, 4, 0.05) == Approx(*half_width(blocks, 8, 0.05)));
  CHECK(*half_width(blocks, 8, 0.05) > 0.5);
}

TEST_CASE("as many blocks are asked for as make the interval narrow enough", "[wattcompare]") {
  const std::vector<BlockDifference> pilot{{1.1, 1}, {0.9, -1}, {1.3, 1}, {1.1, -1}};
  const double now = *half_width(pilot, 4, 0.05);
  CHECK(*blocks_for(pilot, now, 0.05) == 4);
  CHECK(*blocks_for(pilot, now / 2, 0.05) == 16);
  CHECK(*blocks_for({{1, 1}, {1, -1}, {1, 1}, {1, -1}}, 0.1, 0.05) == 0);
  CHECK(!blocks_for(pilot, 0, 0.05));
  CHECK(!blocks_for({}, 1, 0.05));
}

TEST_CASE("a number of blocks chosen from the pilot leaves the interval honest", "[wattcompare]") {
  int right = 0;
  const int repeats = 4000;
  for (int i = 0; i < repeats; ++i) {
    wattline::Random random(static_cast<std::uint64_t>(i));
    std::vector<BlockDifference> blocks;
    const auto add = [&](std::size_t until) {
      while (blocks.size() < until) {
        const double distance = blocks.size() % 2 == 0 ? 1 : -1;
        blocks.push_back({0.3 * distance + random.normal(), distance});
      }
    };
    add(6);
    add(std::min<std::size_t>(*blocks_for(blocks, 0.8, 0.05) / 2 * 2 + 2, 200));
    const double half = *half_width(blocks, 6, 0.05);
    right += std::fabs(fit_difference(blocks)->difference) <= half;
  }
  CHECK(right >= repeats * 0.943);  // two standard deviations of the count below 0.95
}
