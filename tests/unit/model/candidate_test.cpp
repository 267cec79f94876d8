// SPDX-License-Identifier: Apache-2.0
#include "model/candidate.hpp"

#include "catch.hpp"
#include "model/hardware_bound.hpp"
#include "model/search.hpp"

using namespace wattline::model;

namespace {

constexpr Mode kMiddle{6, 1200000, 600000000, 2000000000, 0};
constexpr Mode kTop{12, 2400000, 1200000000, 4000000000, 0};

OutcomeRange range_of(const Mode& mode) {
  return HardwareBound(DeviceLimits({kTop}), {{kMiddle, 100, 20}}).at(mode);
}

}  // namespace

TEST_CASE("a slower mode cannot be faster than one that was read, a faster one only by its clocks") {
  const double least = std::log(100) - 0.15;
  CHECK(range_of({1, 115200, 100000000, 200000000, 0}).log_ms.low == Approx(least));
  CHECK(range_of({6, 1200000, 1200000000, 2000000000, 0}).log_ms.low == Approx(least - std::log(2)));
  CHECK(range_of({3, 1200000, 1200000000, 2000000000, 0}).log_ms.low == Approx(least - std::log(2)));
}

TEST_CASE("a faster mode cannot be slower than one that was read, a slower one only by its clocks") {
  const double most = std::log(100) + 0.15;
  CHECK(range_of(kTop).log_ms.high == Approx(most));
  CHECK(range_of({6, 1200000, 150000000, 2000000000, 0}).log_ms.high == Approx(most + std::log(4)));
  CHECK(range_of({12, 600000, 600000000, 2000000000, 0}).log_ms.high == Approx(most + std::log(2)));
}

TEST_CASE("few cores at low clocks can be slower than the ratios say: the system takes its share of them first") {
  const double most = std::log(100) + 0.15, least = std::log(100) - 0.15;
  const auto beyond = [&](const Mode& mode, double ratio) {
    return range_of(mode).log_ms.high - most - std::log(ratio);
  };
  CHECK(beyond({6, 600000, 600000000, 2000000000, 0}, 2) < 0.2);
  CHECK(beyond({1, 120000, 600000000, 2000000000, 0}, 60) > std::log(4));
  const Mode slowest{1, 120000, 600000000, 2000000000, 0};
  const OutcomeRange range = HardwareBound(DeviceLimits({kTop}), {{slowest, 100, 20}}).at(kMiddle);
  CHECK(range.log_ms.low < least - std::log(60) - std::log(4));
}

TEST_CASE("clocks change power at most with their cube") {
  const double least = std::log(20) - 0.1, most = std::log(20) + 0.1;
  const OutcomeRange top = range_of(kTop), slow = range_of({6, 1200000, 300000000, 2000000000, 0});
  CHECK(top.log_w.low == Approx(least));
  CHECK(top.log_w.high == Approx(most + 3 * std::log(16)));
  CHECK(slow.log_w.low == Approx(least - 3 * std::log(2)));
  CHECK(slow.log_w.high == Approx(most));
}

TEST_CASE("a reading of a large standard error tells less of other modes") {
  const ModeReading guess{kMiddle, 100, 20, 0.5, 0.1};
  const OutcomeRange range = HardwareBound(DeviceLimits({kTop}), {guess}).at(kTop);
  CHECK(range.log_ms.high == Approx(std::log(100) + 1.5));
  CHECK(range.log_w.low == Approx(std::log(20) - 0.3));
}

TEST_CASE("readings that contradict each other leave no possible value, and any between their bounds will do") {
  const Mode slow{6, 1200000, 300000000, 2000000000, 0};
  const wattline::LogRange range =
      HardwareBound(DeviceLimits({kTop}), {{kMiddle, 1000, 20}, {slow, 100, 20}}).at(kMiddle).log_ms;
  CHECK(range.low == Approx(std::log(1000) - 0.15));
  CHECK(range.high == Approx(std::log(100) + 0.15));
  CHECK_FALSE(range.holds(std::log(300)));
  CHECK(range.nearest(std::log(300)) == Approx(std::log(300)));
  CHECK(range.nearest(std::log(5000)) == Approx(range.low));
  CHECK(wattline::LogRange().holds(1e300));
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

TEST_CASE(
    "a reading that all later ones contradict is read again before it is answered, among few and among many, however "
    "gross") {
  const auto surface = [](const Mode& mode) {
    const double cpu = double(mode[kCpu]) / 2.2e6, gpu = double(mode[kGpu]) / 1.3e9, emc = double(mode[kEmc]) / 3.2e9;
    return Outcome{20 / gpu + 8 / cpu + 5 / emc, 8 + 14 * gpu * gpu + 0.5 * double(mode[kCores]) * cpu + 5 * emc, 0};
  };
  const Mode wrong{8, 800000, 600000000, 2100000000, 0};
  for (const std::int64_t clocks : {3, 7})
    for (const double factor : {0.45, 0.1, 0.02}) {
      INFO(clocks << " clocks of the GPU, factor " << factor);
      History history;
      history.add({wrong, Outcome{factor * surface(wrong).minibatch_ms, surface(wrong).power_w, 0}});
      std::vector<Mode> modes{wrong};
      for (const std::int64_t cores : {4, 8, 12}) {
        for (std::int64_t i = 1; i <= clocks; ++i) {
          modes.push_back({cores, 1200000, 900000000 * i / clocks, 3200000000, 0});
          history.add({modes.back(), surface(modes.back())});
        }
      }
      Goal goal;
      goal.power_w = 50;
      SearchRules rules;
      rules.guard = true;
      rules.max_profiles = 30;
      const Decision decision = decide(Space(modes), goal, rules, propose_physics, history);
      CHECK(decision.kind == Decision::Kind::recheck);
      CHECK(decision.mode == wrong);
    }
}
