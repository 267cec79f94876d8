// SPDX-License-Identifier: Apache-2.0
// What a tuner risks within a budget, and what it does with modes that exceed it.
#include <map>

#include "catch.hpp"
#include "model/tune_replay.hpp"
#include "model/tuner.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;

namespace {

constexpr double kBudgetW = 20;

Tuner tuner_within_budget() {
  return Tuner(test::lattice_space(), test::within(kBudgetW), {}, start_of(test::lattice_space(), {}));
}

std::vector<TuneWindow> windows_of(double slower, std::uint64_t seed) {
  const BoardTable surface = test::board_table(slower);
  Tuner tuned = tuner_within_budget();
  ReplayRules rules;
  rules.steps = 6000 / slower;
  rules.seed = seed;
  std::vector<TuneWindow> windows;
  replay_tuning(surface, tuned, rules, [&](const TuneWindow& window) { windows.push_back(window); });
  return windows;
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
