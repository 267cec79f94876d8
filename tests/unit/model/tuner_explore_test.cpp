// SPDX-License-Identifier: Apache-2.0
// How much a tuner explores.
#include "base/random.hpp"
#include "catch.hpp"
#include "model/tune_replay.hpp"
#include "model/tuner.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;

// The model takes the modes at 800 MHz for the best until it has tried one.
TEST_CASE("one large improvement that does not come does not end the exploring") {
  BoardTable surface = test::board_table(4);
  for (auto& [mode, outcome] : surface) {
    if (mode[kGpu] == 800000000) outcome.minibatch_ms *= 2.5;
  }
  int explored = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    Tuner tuned(test::lattice_space(), test::within(20), {}, start_of(test::lattice_space(), {}));
    ReplayRules rules;
    rules.steps = 1000;
    rules.seed = seed;
    Mode last{};
    replay_tuning(surface, tuned, rules, [&](const TuneWindow& window) {
      explored += window.phase == TunePhase::explore;
      last = window.mode;
    });
    CHECK(surface.at(last).minibatch_ms == Approx(test::fastest(surface, 20)));
  }
  CHECK(explored > 60);  // 48 where each counts in full
}

TEST_CASE("a job whose length is not known holds once windows can save little") {
  const BoardTable surface = test::board_table(20);
  TuneRules rules;
  rules.limit = {JobLimit::Kind::mean_power, 19, 0};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    Tuner tuned(test::lattice_space(), Goal(), rules, start_of(test::lattice_space(), rules));
    JobAccount account(rules.limit);
    Random random(seed);
    double done = 1;  // and as many are left, as JobLength takes it
    int explored = 0;
    for (int window = 0; window < 120; ++window) {
      const TuneDecision decision = tuned.decide(account.state(done, false));
      if (window >= 60) explored += decision.phase != TunePhase::hold;
      const Outcome& truth = surface.at(decision.mode);
      const double ms = truth.minibatch_ms * random.uniform(0.97, 1.03);
      const double watts = truth.power_w * random.uniform(0.95, 1.05);
      tuned.add(decision.mode, {10e3 / ms, ms, watts, 0.02, 0.03, 10});
      account.add(10, 10 * watts);
      done += 10e3 / ms;
    }
    CHECK(explored <= 5);  // at most 1; up to 49 where a window may save as little as it likes
  }
}
