// SPDX-License-Identifier: Apache-2.0
#include "model/mix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "catch.hpp"
#include "model/job_limit.hpp"

using namespace wattline;
using namespace wattline::model;

namespace {

// The least cost of any one point within the limit, and of any two that together use it up.
double least_of_pairs(const std::vector<Costs>& points, double limit) {
  double least = HUGE_VAL;
  for (const Costs& a : points) {
    if (a.first <= limit) least = std::min(least, a.second);
    for (const Costs& b : points) {
      if (a.first > limit || b.first <= limit) continue;
      const double share = (limit - a.first) / (b.first - a.first);
      least = std::min(least, (1 - share) * a.second + share * b.second);
    }
  }
  return least;
}

std::vector<Costs> random_points(Random& random, bool coarse) {
  std::vector<Costs> points(1 + std::size_t(random.uniform() * 12));
  for (Costs& point : points) {
    point = {random.uniform() * 6 - 2, random.uniform() * 6};
    if (coarse) point = {std::round(point.first), std::round(point.second)};  // equal points, and points on one line
  }
  return points;
}

}  // namespace

TEST_CASE("no pair of choices is better than the mix, and a third one is of no use") {
  Random random(7);
  for (int round = 0; round < 4000; ++round) {
    const std::vector<Costs> points = random_points(random, round % 2 == 0);
    const double limit = random.uniform() * 8 - 3;
    const auto mix = best_mix(points, limit);
    REQUIRE(mix);
    const double least = least_of_pairs(points, limit);
    CHECK(mix->kept == (least < HUGE_VAL));
    if (!mix->kept) continue;
    CHECK(mix->cost == Approx(least).margin(1e-9));
    const Costs &a = points[mix->first], &b = points[mix->second];
    CHECK((1 - mix->second_share) * a.first + mix->second_share * b.first <= limit + 1e-9);
    for (const Costs& point : points) {
      CHECK(point.second + mix->price * (point.first - limit) >= mix->cost - 1e-9);
    }
  }
}

TEST_CASE("another choice gets the share of the work that uses up the limit") {
  const std::vector<Costs> points{{1, 10}, {5, 2}};
  const auto mix = best_mix(points, 4);
  REQUIRE(mix);
  CHECK(mix->second_share == Approx(0.75));
  CHECK(mix->cost == Approx(4));
  CHECK(mix->price == Approx(2));
  CHECK(mix->share_of(3, points, 4) == Approx(0.5));
  CHECK(mix->share_of(7, points, 4) == Approx(0.5));
  CHECK(best_mix(points, 9)->share_of(3, points, 9) == 1);
  CHECK_FALSE(best_mix(points, 0.5)->kept);
  CHECK_FALSE(best_mix({}, 1));
}

TEST_CASE("a limit of a whole job is one of the mean of its steps") {
  JobState state(1000);
  state.elapsed_s = 100;
  state.energy_j = 3000;
  const Trade deadline = trade_of({JobLimit::Kind::deadline, 1100, 0}, state);
  CHECK(deadline.limit == Approx(0.994));
  CHECK(deadline.limited.of(2, 10) == 2);
  CHECK(deadline.cost.of(2, 10) == 20);
  const Trade energy = trade_of({JobLimit::Kind::energy, 23000, 0}, state);
  CHECK(energy.limit == Approx(19.9));
  CHECK(energy.cost.of(2, 10) == 2);
  // 3000 J in 100 s leave a debt to 20 W.
  const Trade mean = trade_of({JobLimit::Kind::mean_power, 20, 0}, state);
  CHECK(mean.limit == Approx(-1).margin(0.01));
  CHECK(mean.limited.of(1, 19) == Approx(-1).margin(0.1));
}

TEST_CASE("a job of which the length is not known takes as little as it can of what is limited") {
  JobState state(1000);
  state.length_known = false;
  CHECK(trade_of({JobLimit::Kind::deadline, 1e6, 0}, state).limit == 0);
  CHECK(trade_of({JobLimit::Kind::energy, 1e6, 0}, state).limit == 0);
}

TEST_CASE("a mean power over a time is kept in each period of that length") {
  const JobLimit limit{JobLimit::Kind::mean_power, 20, 60};
  JobAccount account(limit);
  account.add(50, 1500);
  // 1200 J may be used in a period, less what is kept back.
  CHECK(trade_of(limit, account.state(1000)).limited.of(1, 0) == Approx(0).margin(1e-9));
  account.add(20, 100);
  CHECK(account.state(1000).period_s == Approx(10));
  CHECK(account.state(1000).period_j == Approx(50));
  account.add(170, 1700);
  CHECK(account.state(1000).period_s == Approx(0).margin(1e-9));
  CHECK(account.elapsed_s() == 240);
}
