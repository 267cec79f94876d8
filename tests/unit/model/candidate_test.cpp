// SPDX-License-Identifier: Apache-2.0
#include "model/candidate.hpp"

#include "catch.hpp"
#include "model/hardware_bound.hpp"
#include "model/search.hpp"

using namespace wattline::model;

namespace {

constexpr Mode kMiddle{6, 1200000, 600000000, 2000000000, 0};
constexpr Mode kTop{12, 2400000, 1200000000, 4000000000, 0};

HardwareBound bound_of(double time_share, double power_share) {
  return {DeviceLimits({kTop}), {{kMiddle, 100, 20}}, time_share, power_share};
}

}  // namespace

TEST_CASE("a slower mode cannot be faster than one that was read, a faster one only by its clocks") {
  const HardwareBound time = bound_of(1, 0);
  const double least = std::log(100) - 0.15;
  CHECK(time.at({1, 115200, 100000000, 200000000, 0}) == Approx(least));
  CHECK(time.at({6, 1200000, 1200000000, 2000000000, 0}) == Approx(least - std::log(2)));
  CHECK(time.at({3, 1200000, 1200000000, 2000000000, 0}) == Approx(least - std::log(2)));
}

TEST_CASE("lower clocks save power at most with their cube") {
  const HardwareBound energy = bound_of(1, 1);
  const double least = std::log(100 * 20) - 0.25;
  CHECK(energy.at(kTop) == Approx(least - std::log(16)));
  CHECK(energy.at({6, 1200000, 300000000, 2000000000, 0}) == Approx(least - 3 * std::log(2)));
}

TEST_CASE("expected improvement counts only what lies between the hardware bound and the best value") {
  Candidate c;
  c.value = 0;
  c.value_sd = 1;
  const double free = expected_improvement(c, 0);
  CHECK(free == Approx(0.398942));
  c.bound = -10;
  CHECK(expected_improvement(c, 0) == Approx(free));
  c.bound = -0.1;
  CHECK(expected_improvement(c, 0) < 0.01);
  c.bound = 0;
  CHECK(expected_improvement(c, 0) == 0);
  c.value = -50;
  c.bound = -0.1;
  CHECK(expected_improvement(c, 0) == Approx(0.1));
  c.chance = 0.5;
  CHECK(expected_improvement(c, 0) == Approx(0.05));
}

TEST_CASE("a reading that all later ones contradict is read again before it is answered") {
  const auto surface = [](const Mode& mode) {
    const double cpu = double(mode[kCpu]) / 2.2e6, gpu = double(mode[kGpu]) / 1.3e9, emc = double(mode[kEmc]) / 3.2e9;
    return Outcome{20 / gpu + 8 / cpu + 5 / emc, 8 + 14 * gpu * gpu + 0.5 * double(mode[kCores]) * cpu + 5 * emc, 0};
  };
  const Mode wrong{8, 800000, 600000000, 2100000000, 0};
  History history;
  history.add({wrong, Outcome{0.45 * surface(wrong).minibatch_ms, surface(wrong).power_w, 0}});
  std::vector<Mode> modes{wrong};
  for (const std::int64_t cores : {4, 8, 12}) {
    for (const std::int64_t gpu : {300000000, 600000000, 900000000}) {
      modes.push_back({cores, 1200000, gpu, 3200000000, 0});
      history.add({modes.back(), surface(modes.back())});
    }
  }
  Goal goal;
  goal.power_w = 50;
  SearchRules rules;
  rules.guard = true;
  rules.max_profiles = 20;
  const Decision decision = decide(Space(modes), goal, rules, propose_physics, history);
  CHECK(decision.kind == Decision::Kind::recheck);
  CHECK(decision.mode == wrong);
}
