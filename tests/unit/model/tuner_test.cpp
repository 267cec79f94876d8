// SPDX-License-Identifier: Apache-2.0
#include "model/tuner.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "model/tune_replay.hpp"
#include "surfaces.hpp"

using namespace wattline;
using namespace wattline::model;
using test::fastest;
using test::lattice_space;
using test::within;

namespace {

struct Run {
  std::vector<TuneWindow> windows;
  double explored_s = 0;
};
Run run(const BoardTable& surface, Tuner& tuner, double steps) {
  ReplayRules rules;
  rules.steps = steps;
  Run result;
  replay_tuning(surface, tuner, rules, [&](const TuneWindow& window) {
    result.windows.push_back(window);
    if (window.phase != TunePhase::hold) result.explored_s += window.end_s - window.start_s;
  });
  return result;
}

WindowReading precise(double ms, double watts) {
  return {50, ms, watts, 0.005, 0.005};
}

}  // namespace

TEST_CASE("a tuned job takes little longer than in the best mode from the start") {
  for (const double watts : {16.0, 19.0, 22.0}) {
    Tuner tuner(lattice_space(), within(watts), {}, start_of(lattice_space(), {}));
    const Run job = run(test::board_table(), tuner, 6000);
    CHECK(job.windows.back().end_s < 1.03 * 6 * fastest(test::board_table(), watts));
    CHECK(job.windows.back().phase == TunePhase::hold);
  }
}

TEST_CASE("a short job explores less than a long one") {
  Tuner first(lattice_space(), within(19), {}, start_of(lattice_space(), {})),
      second(lattice_space(), within(19), {}, start_of(lattice_space(), {}));
  CHECK(run(test::board_table(), first, 100).explored_s < run(test::board_table(), second, 10000).explored_s);
}

TEST_CASE("no mode that may draw more than the limit is tried") {
  TuneRules rules;
  rules.never_above_w = 18;
  const Mode start = start_of(lattice_space(), rules);
  CHECK(start == lattice_space().modes().front());
  Tuner tuner(lattice_space(), within(18), rules, start);
  for (const TuneWindow& window : run(test::board_table(), tuner, 4000).windows) {
    CHECK(test::surface(window.mode).power_w <= 18 * 1.001);
  }
}

TEST_CASE("a window of a mode far above the budget is over as soon as that is clear") {
  Tuner tuner(lattice_space(), within(15), {}, start_of(lattice_space(), {}));
  const Mode mode = lattice_space().modes().back();
  CHECK_FALSE(tuner.suffices(mode, {0, 0, 25, 10, 0.02}));
  CHECK(tuner.suffices(mode, {1, 100, 25, 0.05, 0.02}));
  CHECK(tuner.suffices(mode, {1, 100, 25, 0.05, 0.05}));  // more precise readings would not change that
  CHECK_FALSE(tuner.suffices(mode, {1, 100, 15.5, 0.05, 0.05}));
  CHECK(tuner.suffices(mode, {3, 100, 25, 0.02, 0.02}));
  CHECK_FALSE(tuner.suffices(mode, {3, 100, 14, 0.02, 0.02}));
  CHECK(tuner.suffices(mode, {9, 100, 10, 0.01, 0.01}));
  CHECK_FALSE(tuner.suffices(mode, {9, 100, 14.95, 0.01, 0.01}));
}

TEST_CASE("a window that was left before a step ended is a reading of power alone") {
  const Mode start = start_of(lattice_space(), {}), hot = lattice_space().modes().back();
  Tuner tuner(lattice_space(), within(15), {}, start);
  tuner.add(start, precise(test::surface(start).minibatch_ms, test::surface(start).power_w));
  const WindowReading early{0, 0, test::surface(hot).power_w, 10, 0.02};
  CHECK(tuner.suffices(hot, early));
  CHECK_FALSE(tuner.add(hot, early));
  CHECK(tuner.reading(hot)->minibatch_ms == Approx(test::surface(hot).minibatch_ms).epsilon(0.3));
  CHECK(tuner.reading(hot)->log_ms_sd > 0.3);
  CHECK(tuner.reading(hot)->log_w_sd > 0.04);  // power changes within a step
}

TEST_CASE("windows of one mode are weighed by their errors") {
  const Mode mode = lattice_space().modes().front();
  Tuner tuner(lattice_space(), within(30), {}, mode);
  CHECK_FALSE(tuner.add(mode, {10, 100, 10, 0.01, 0.01}));
  CHECK_FALSE(tuner.add(mode, {10, 102, 10, 0.02, 0.01}));
  CHECK(tuner.reading(mode)->minibatch_ms == Approx(100.4).epsilon(0.001));
  CHECK(tuner.reading(mode)->log_ms_sd == Approx(0.01 / std::sqrt(1.25)));
}

TEST_CASE("a window that contradicts an earlier one casts doubt on all") {
  const Mode mode = lattice_space().modes().front(), other = lattice_space().modes().back();
  Tuner tuner(lattice_space(), within(30), {}, mode);
  tuner.add(mode, precise(100, 10));
  tuner.add(other, precise(50, 20));
  CHECK(tuner.add(mode, precise(130, 10)));
  CHECK(tuner.reading(other)->minibatch_ms == Approx(65));
  CHECK(tuner.reading(other)->log_ms_sd > 0.1);
  CHECK(tuner.reading(mode)->log_ms_sd == Approx(0.005));
}

TEST_CASE("a mode that cannot be set is not tried again") {
  Tuner tuner(lattice_space(), within(19), {}, start_of(lattice_space(), {}));
  const Mode first = tuner.decide(1000).mode;
  tuner.add(first, precise(test::surface(first).minibatch_ms, test::surface(first).power_w));
  const Mode next = tuner.decide(1000).mode;
  tuner.fail(next);
  CHECK(tuner.decide(1000).mode != next);
}

TEST_CASE("where no mode keeps the budget, the one that draws least is held") {
  Tuner tuner(lattice_space(), within(5), {}, start_of(lattice_space(), {}));
  const Run job = run(test::board_table(), tuner, 1000);
  CHECK(job.windows.back().mode == lattice_space().modes().front());
}

TEST_CASE("a job with a mean power alternates between two modes, in long slices") {
  TuneRules rules;
  rules.limit = {JobLimit::Kind::mean_power, 19, 0};
  Tuner tuner(lattice_space(), {}, rules, start_of(lattice_space(), {}));
  const Run job = run(test::board_table(), tuner, 10000);
  std::vector<Costs> points;
  for (const auto& [mode, truth] : test::board_table()) {
    points.push_back({truth.minibatch_ms / 1e3 * (truth.power_w - 19), truth.minibatch_ms / 1e3});
  }
  const double end_s = job.windows.back().end_s;
  CHECK(end_s < 1.03 * 10000 * best_mix(points, 0)->cost);
  double joules = 0;
  int changes = 0;
  for (std::size_t i = 1; i < job.windows.size(); ++i) {
    changes += job.windows[i].phase == TunePhase::hold && job.windows[i].mode != job.windows[i - 1].mode ? 1 : 0;
  }
  for (const TuneWindow& window : job.windows) joules += window.energy_j;
  CHECK(joules / end_s < 19.02);
  CHECK(joules / end_s > 18.5);
  CHECK(changes > 4);
  CHECK(changes < end_s / 25);
}

TEST_CASE("a limit that no mode keeps is missed by as little as possible") {
  TuneRules rules;
  rules.limit = {JobLimit::Kind::deadline, 10, 0};
  Tuner tuner(lattice_space(), {}, rules, start_of(lattice_space(), {}));
  const Run job = run(test::board_table(), tuner, 2000);
  CHECK(job.windows.back().end_s < 1.05 * 2 * fastest(test::board_table(), 1000));
}

TEST_CASE("a window above the budget may last as long as a part of what is left of the seconds above it") {
  const Mode start = start_of(lattice_space(), {}), other = lattice_space().modes().front();
  Tuner tuner(lattice_space(), within(15), {}, start);
  tuner.add(start, precise(test::surface(start).minibatch_ms, 14));
  CHECK_FALSE(tuner.suffices(other, {0, 0, 15.6, 10, 0.004, 2}));
  CHECK(tuner.suffices(other, {0, 0, 15.6, 10, 0.004, 3}));
  CHECK_FALSE(tuner.suffices(other, {0, 0, 14.9, 10, 0.004, 30}));
  tuner.add(lattice_space().modes().back(), {3, 50, 20, 0.01, 0.01, 8});
  CHECK(tuner.suffices(other, {0, 0, 15.6, 10, 0.004, 2}));
}

TEST_CASE("a mode that reads clearly above the budget is not held") {
  const Mode good = lattice_space().modes().front(), hot = lattice_space().modes().at(1);
  Tuner tuner(lattice_space(), within(29.5), {}, good);
  tuner.add(good, {50, 100, 29, 0.005, 0.005});
  tuner.add(hot, {50, 98, 30.3, 0.005, 0.006});
  tuner.decide(1000);
  CHECK(tuner.best() == good);
}

TEST_CASE("a job that knows an earlier one checks its best mode first, and explores less") {
  Tuner first(lattice_space(), within(20), {}, start_of(lattice_space(), {})), second = first;
  const Run job = run(test::board_table(), first, 6000);
  std::vector<ModeReading> earlier;
  for (const TuneWindow& window : job.windows) {
    if (window.reading.knows_time())
      earlier.push_back({window.mode, window.reading.minibatch_ms, window.reading.power_w, 0, 0});
  }
  second.expect(earlier);
  const Run again = run(test::board_table(), second, 6000);
  CHECK(again.explored_s < 0.9 * job.explored_s);
  CHECK(again.windows.front().phase == TunePhase::explore);
  CHECK(again.windows.back().end_s < 1.02 * 6 * fastest(test::board_table(), 20));
}

TEST_CASE("what an earlier job measured is doubted if it no longer holds") {
  Tuner tuner(lattice_space(), within(19), {}, start_of(lattice_space(), {}));
  std::vector<ModeReading> earlier;
  for (const Mode& mode : test::lattice()) {
    if (mode[kEmc] == 2100000000) earlier.push_back(test::readings_at({mode}).front());
  }
  tuner.expect(earlier);
  const Run job = run(test::board_table(1.5), tuner, 6000);
  CHECK(job.windows.back().end_s < 1.04 * 6 * fastest(test::board_table(1.5), 19));
}

namespace {

// Three modes that differ in the GPU clock, of which the slowest and the fastest were measured.
const Mode kSlow{2, 400000, 200000000, 600000000, 0}, kNext{2, 400000, 700000000, 600000000, 0},
    kFast{2, 400000, 800000000, 600000000, 0};

WindowReading truth_of(const Mode& mode) {
  return precise(test::surface(mode).minibatch_ms, test::surface(mode).power_w);
}

// The fastest has been held for so long that all modes are rarely looked at.
Tuner patient() {
  Tuner tuner(Space({kSlow, kNext, kFast}), within(19.3), {}, kSlow);
  tuner.add(kSlow, truth_of(kSlow));
  for (int window = 0; window < 100; ++window) {
    tuner.add(kFast, truth_of(kFast));
    const TuneDecision decision = tuner.decide(10000);
    REQUIRE(decision.mode == kFast);
    REQUIRE(decision.phase == TunePhase::hold);
  }
  return tuner;
}

}  // namespace

TEST_CASE("where a mode that was held for long exceeds the budget, modes that were not measured are tried at once") {
  Tuner tuner = patient();
  WindowReading above = truth_of(kFast);  // which does not contradict what was read before
  above.power_w *= 1.032;
  above.log_w_error = 0.002;
  CHECK_FALSE(tuner.add(kFast, above));
  CHECK(tuner.decide(10000).mode == kNext);  // of those that were measured, the slowest alone keeps the budget
}

TEST_CASE("a measured mode that cannot be set any more is not held, until it gives a reading") {
  Tuner tuner = patient();
  tuner.fail(kFast);
  CHECK(tuner.decide(10000).mode == kNext);
  tuner.add(kNext, truth_of(kNext));
  CHECK(tuner.decide(10000).mode == kNext);
  tuner.add(kFast, truth_of(kFast));
  CHECK(tuner.decide(10000).mode == kFast);
}

TEST_CASE("the best mode of an earlier job is left out if it cannot be set") {
  Tuner tuner(Space({kSlow, kNext, kFast}), within(19.3), {}, kSlow);
  tuner.expect(test::readings_at({kSlow, kFast}));
  CHECK(tuner.decide(10000).mode == kFast);
  tuner.fail(kFast);
  CHECK(tuner.decide(10000).mode != kFast);
}
