// SPDX-License-Identifier: Apache-2.0
// Readings whose standard errors are larger than usual.
#include <cmath>

#include "catch.hpp"
#include "model/fault_check.hpp"
#include "model/noisy_best.hpp"
#include "model/profile_import.hpp"
#include "model/search.hpp"
#include "model/workload_model.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;
using namespace wattline::test;

namespace {

constexpr Mode kMiddle{4, 1200000, 600000000, 1300000000, 0};

std::vector<Mode> some_modes() {
  std::vector<Mode> modes;
  for (const std::int64_t cores : {4, 8}) {
    for (const std::int64_t gpu : {200000000, 600000000, 1000000000})
      modes.push_back({cores, 1200000, gpu, 1300000000, 0});
  }
  return modes;
}

double expected_ms(const Outcome& of_middle) {
  DeviceLimits device(some_modes());
  std::vector<ModeReading> readings;
  for (const Mode& mode : some_modes()) {
    if (mode != kMiddle) readings.push_back(to_reading(mode, surface(mode)));
  }
  readings.push_back(to_reading(kMiddle, of_middle));
  return std::exp(WorkloadModel(device, readings).predict(std::vector<Mode>{kMiddle}).log_ms[0]);
}

io::ProfileRow profile_row(double se_ms, double se_w) {
  io::ProfileRow row;
  row.mode = to_power_mode(kMiddle);
  row.minibatch_ms = 100;
  row.power_w = 20;
  row.minibatch_ms_se = se_ms;
  row.power_w_se = se_w;
  return row;
}

}  // namespace

TEST_CASE("a standard error counts where it is larger than usual") {
  const auto large = try_of(profile_row(8, 1), Goal(), false).outcome;
  CHECK(large->log_ms_sd == Approx(0.08));
  CHECK(large->log_w_sd == Approx(0.05));
  const auto usual = try_of(profile_row(1, 0.1), Goal(), false).outcome;
  CHECK(usual->log_ms_sd == 0);
  CHECK(usual->log_w_sd == 0);
  io::ProfileTable table;
  table.rows = {profile_row(8, 0.1)};
  CHECK(readings_of(table, false).at(0).log_ms_sd == Approx(0.08));
  CHECK(readings_of(table, false).at(0).log_w_sd == 0);
}

TEST_CASE("the fit follows a noisy reading less than one with the usual error") {
  const double before = expected_ms(surface(kMiddle));
  Outcome off = surface(kMiddle);
  off.minibatch_ms *= 1.04;
  const double usual = expected_ms(off) / before - 1;
  off.log_ms_sd = 0.1;
  const double noisy = expected_ms(off) / before - 1;
  CAPTURE(usual, noisy);
  CHECK(usual > 0.01);
  CHECK(std::fabs(noisy) < usual / 2);
}

TEST_CASE("two noisy readings agree at a distance at which two usual ones do not") {
  Outcome a = surface(kMiddle), b = a;
  b.minibatch_ms *= 1.15;
  CHECK(disagree(a, b));
  a.log_ms_sd = b.log_ms_sd = 0.06;
  CHECK_FALSE(disagree(a, b));
  CHECK(combine({a, b}).minibatch_ms == Approx((a.minibatch_ms + b.minibatch_ms) / 2));
  CHECK(combine({a, b}).log_ms_sd == Approx(0.06 / std::sqrt(2)));
}

TEST_CASE("a noisy reading does not count beside a precise one, and many make one of the usual error") {
  Outcome noisy = surface(kMiddle);
  noisy.power_w *= 0.9;
  noisy.log_w_sd = 0.1;
  History history;
  history.add({kMiddle, noisy});
  history.add({kMiddle, surface(kMiddle)});
  CHECK(history.outcome(kMiddle)->power_w == surface(kMiddle).power_w);
  CHECK(history.outcome(kMiddle)->log_w_sd == 0);
  const auto readings = combine({to_reading(kMiddle, noisy), to_reading(kMiddle, surface(kMiddle))});
  CHECK(readings.at(0).power_w == surface(kMiddle).power_w);
  CHECK(combine_errors({0.1, 0.1, 0.1, 0.1}, kPowerNoise) == Approx(0.05));
  CHECK(combine_errors({0.015, 0.015, 0.015, 0.015}, kPowerNoise) == 0);
  CHECK(combine_errors({0.005}, kPowerNoise) == 0.005);  // of pmtune: it knows its errors
}

namespace {

// A search that has read some modes, one of them so.
History history_with(const Mode& mode, const Outcome& outcome) {
  History history;
  for (const Mode& other : some_modes()) history.add({other, other == mode ? outcome : surface(other)});
  return history;
}

Outcome with_power(double factor, double sd) {
  Outcome outcome = surface(kMiddle);
  outcome.power_w *= factor;
  outcome.log_w_sd = sd;
  return outcome;
}

}  // namespace

TEST_CASE("a noisy reading is taken twice farther from the limit than a usual one") {
  const Space space(some_modes());
  const Goal goal = within(surface(kMiddle).power_w * 1.06);
  const History usual = history_with(kMiddle, surface(kMiddle));
  const History noisy = history_with(kMiddle, with_power(1, 0.05));
  CHECK_FALSE(FaultCheck(space, goal, usual).needs_recheck(kMiddle));
  CHECK(FaultCheck(space, goal, noisy).needs_recheck(kMiddle));
}

TEST_CASE("a gross fault is one also if its reading is noisy") {
  const Space space(some_modes());
  Outcome fault = surface(kMiddle);
  fault.minibatch_ms *= 0.45;
  fault.power_w *= 1.15;
  fault.log_ms_sd = 0.08;
  SearchRules rules;
  rules.guard = true;
  const auto ignored = used_readings(space, within(40), rules, history_with(kMiddle, fault)).ignored;
  REQUIRE(ignored.size() == 1);
  CHECK(ignored[0].mode == kMiddle);
}

TEST_CASE("readings that their errors explain do not contradict each other") {
  const Space space(some_modes());
  const Goal goal = within(40);
  const auto chance = [&](double sd) {
    Outcome off = surface(kMiddle);
    off.minibatch_ms *= 0.8;
    off.log_ms_sd = sd;
    const History history = history_with(kMiddle, off);
    const FaultCheck faults(space, goal, history);
    for (const auto& suspect : faults.suspects()) {
      if (suspect.mode == kMiddle) return suspect.chance;
    }
    return 0.0;
  };
  CAPTURE(chance(0), chance(0.15));
  CHECK(chance(0) > 0.5);
  CHECK(chance(0.15) < 0.1);
}

TEST_CASE("the best mode is not the one whose noisy reading was lucky") {
  const Space space(some_modes());
  const Outcome truth = surface(kMiddle);
  const double budget_w = 0.97 * truth.power_w;  // which the truth exceeds
  History history = history_with(kMiddle, with_power(0.9, 0.1));
  CHECK(history.best(within(budget_w))->mode == kMiddle);
  doubt_noisy_best(space, within(budget_w), history);
  CHECK(history.best(within(budget_w))->mode != kMiddle);
  CHECK(history.by_readings().best(within(budget_w))->mode == kMiddle);
  CHECK(history.outcome(kMiddle)->power_w == Approx(0.9 * truth.power_w));  // what was read stays
}

TEST_CASE("an answer by a noisy reading is better than none") {
  const Space space({kMiddle});
  SearchRules rules;
  rules.guard = true;
  rules.max_profiles = 3;
  History history;
  for (int i = 0; i < 3; ++i) history.add({kMiddle, with_power(0.9, 0.1)});
  const Goal goal = within(0.97 * surface(kMiddle).power_w);
  CHECK(decide(space, goal, rules, propose_physics, history).kind == Decision::Kind::answer);
  CHECK(best_so_far(space, goal, rules, history)->mode == kMiddle);
}
