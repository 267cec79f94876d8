// SPDX-License-Identifier: Apache-2.0
// What a tuner risks within a budget, and what it does with modes that exceed it.
#include <map>

#include "base/random.hpp"
#include "catch.hpp"
#include "model/tune_replay.hpp"
#include "model/tuner.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;

namespace {

constexpr double kBudgetW = 20;

Tuner tuner_within_budget() {
  static const Space space(test::lattice());
  Goal goal;
  goal.power_w = kBudgetW;
  return Tuner(space, goal, {}, start_of(space, {}));
}

std::vector<TuneWindow> windows_on(const BoardTable& surface, double steps, std::uint64_t seed) {
  Tuner tuned = tuner_within_budget();
  ReplayRules rules;
  rules.steps = steps;
  rules.seed = seed;
  std::vector<TuneWindow> windows;
  replay_tuning(surface, tuned, rules, [&](const TuneWindow& window) { windows.push_back(window); });
  return windows;
}

std::vector<TuneWindow> windows_of(double slower, std::uint64_t seed) {
  return windows_on(test::board_table(slower), 6000 / slower, seed);
}

bool reads_above(const TuneWindow& window) {
  return window.reading.power_w > 1.021 * kBudgetW;
}

WindowReading without_steps(double watts) {
  return {0, 0, watts, 10, 0.02, 1.3};
}

}  // namespace

TEST_CASE("a mode that was left before a step ended is not held") {
  const Mode first = test::lattice().front(), second = test::lattice().back();
  Tuner tuned = tuner_within_budget();
  tuned.add(second, {50, 100, 2 * kBudgetW, 0.005, 0.005});
  tuned.add(first, without_steps(0.99 * kBudgetW));
  tuned.decide(1e6);
  CHECK_FALSE(tuned.best());
  tuned.add(first, {50, 150, 0.99 * kBudgetW, 0.005, 0.005});
  tuned.decide(1e6);
  CHECK(tuned.best() == first);
}

TEST_CASE("a mode that took more than the budget is not tried again") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    std::map<Mode, int> left;
    for (const TuneWindow& window : windows_of(30, seed)) left[window.mode] += reads_above(window);
    for (const auto& [mode, times] : left) CHECK(times <= 1);
  }
}

TEST_CASE("a job spends little more than ten seconds above the budget, however long its steps are") {
  const BoardTable surface = test::board_table(1);
  for (const double slower : {1, 10, 30}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      double above_s = 0;
      for (const TuneWindow& window : windows_of(slower, seed)) {
        if (surface.at(window.mode).power_w > 1.02 * kBudgetW) above_s += window.end_s - window.start_s;
      }
      CHECK(above_s < 12);
    }
  }
}

// The model takes the modes at 800 MHz for the best until it has tried one.
TEST_CASE("one great promise that is not kept does not end the exploring") {
  BoardTable surface = test::board_table(4);
  for (auto& [mode, outcome] : surface) {
    if (mode[kGpu] == 800000000) outcome.minibatch_ms *= 2.5;
  }
  int explored = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const TuneWindow& window : windows_on(surface, 1000, seed)) explored += window.phase == TunePhase::explore;
  }
  CHECK(explored > 60);  // 48 if each promise counts in full
}

TEST_CASE("a job whose length is not known holds once windows can save little") {
  const BoardTable surface = test::board_table(20);
  const Space space(test::lattice());
  TuneRules rules;
  rules.limit = {JobLimit::Kind::mean_power, 19, 0};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    Tuner tuned(space, Goal(), rules, start_of(space, rules));
    JobAccount account(rules.limit);
    Random random(seed);
    double steps = 1;
    int explored = 0;
    for (int window = 0; window < 120; ++window) {
      const TuneDecision decision = tuned.decide(account.state(steps, false));
      if (window >= 60) explored += decision.phase != TunePhase::hold;
      const Outcome& truth = surface.at(decision.mode);
      const double ms = truth.minibatch_ms * random.uniform(0.97, 1.03);
      const double watts = truth.power_w * random.uniform(0.95, 1.05);
      tuned.add(decision.mode, {10e3 / ms, ms, watts, 0.02, 0.03, 10});
      account.add(10, 10 * watts);
      steps += 10e3 / ms;
    }
    CHECK(explored <= 5);  // up to 49 where windows may save any number of steps
  }
}
