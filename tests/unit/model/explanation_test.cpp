// SPDX-License-Identifier: Apache-2.0
#include "model/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "catch.hpp"
#include "model/experimental_design.hpp"
#include "surfaces.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

History read_at(const std::vector<Mode>& modes, const std::function<Outcome(const Mode&)>& workload = surface) {
  History history;
  for (const Mode& mode : modes) history.add({mode, workload(mode)});
  return history;
}

Goal budget(double watts) {
  Goal goal;
  goal.power_w = watts;
  return goal;
}

Explanation explain_best(const Goal& goal, const History& history) {
  return explain(Space(lattice()), goal, history, history.best(goal)->mode);
}

const Neighbour* find(const Explanation& explanation, Axis knob, int step) {
  for (const Neighbour& n : explanation.neighbours) {
    if (n.knob == knob && n.step == step) return &n;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a budget binds when a step that breaks it would be better") {
  // Fastest within 18 W: GPU 600 MHz, for 800 MHz takes 19.17 W or more.
  const Explanation e = explain_best(budget(18), read_at(lattice()));
  CHECK(e.answer[kGpu] == 600000000);
  const Neighbour* bound = e.bound_by(&Neighbour::breaks_power);
  REQUIRE(bound != nullptr);
  CHECK(bound->knob == kGpu);
  CHECK(bound->step == 1);
  CHECK(bound->measured);
  CHECK(bound->chance == 0);
  CHECK(bound->change == Approx(std::log(0.75)));
  CHECK(bound->outcome.power_w == Approx(surface(bound->mode).power_w));
  CHECK(e.bound_by(&Neighbour::breaks_time) == nullptr);
  CHECK(e.bound_at(RangePosition::top).empty());
}

TEST_CASE("the end of a range binds when the step back from it is worse") {
  const Explanation e = explain_best(budget(50), read_at(lattice()));
  CHECK(e.bound_by(&Neighbour::breaks_power) == nullptr);
  CHECK(e.bound_at(RangePosition::top) == std::vector<Axis>{kGpu});
  CHECK(e.places[kGpu] == RangePosition::top);
  CHECK(find(e, kGpu, 1) == nullptr);
  CHECK(find(e, kGpu, -1)->worse());
  // The other knobs change nothing but power.
  for (const Neighbour& n : e.neighbours) CHECK((n.knob == kGpu || (!n.better() && !n.worse())));
}

TEST_CASE("a deadline binds when a slower mode takes less energy") {
  // The energy 500 / gpu + 4000 gpu^2 is least at 0.4 GHz; 150 ms allow 0.8 GHz.
  const auto workload = [](const Mode& mode) {
    const double gpu = double(mode[kGpu]) / 1e9;
    return Outcome{100 / gpu, 5 + 40 * gpu * gpu * gpu, 0};
  };
  Goal goal;
  goal.objective = Objective::energy;
  goal.minibatch_ms = 150;
  const Explanation e = explain_best(goal, read_at(lattice(), workload));
  CHECK(e.answer[kGpu] == 800000000);
  const Neighbour* bound = e.bound_by(&Neighbour::breaks_time);
  REQUIRE(bound != nullptr);
  CHECK(bound->knob == kGpu);
  CHECK(bound->step == -1);
  CHECK_FALSE(bound->breaks_power);
  CHECK(e.best_feasible()->change >= -kNoticeable);
}

TEST_CASE("neighbours that were not read are predicted from the readings") {
  const History history = read_at(design(Space(lattice()), 16));
  const Explanation e = explain_best(budget(18), history);
  std::size_t predicted = 0;
  for (const Neighbour& n : e.neighbours) {
    CHECK(n.measured == history.tried(n.mode));
    CHECK(n.outcome.minibatch_ms == Approx(surface(n.mode).minibatch_ms).epsilon(0.1));
    CHECK(n.outcome.power_w == Approx(surface(n.mode).power_w).epsilon(0.05));
    if (n.measured) continue;
    ++predicted;
    CHECK(n.chance >= 0);
    CHECK(n.chance <= 1);
    if (n.breaks_power) CHECK(n.chance < 0.5);
  }
  CHECK(predicted > 0);
}

TEST_CASE("a neighbour is the nearest mode of the space that differs in one knob") {
  const Mode answer{4, 800000, 400000000, 1300000000, 0};
  const std::vector<Mode> modes{answer,
                                {4, 800000, 800000000, 1300000000, 0},   // two settings up: one is missing
                                {4, 800000, 1000000000, 1300000000, 0},  // farther
                                {4, 1200000, 600000000, 1300000000, 0},  // differs in two knobs
                                {2, 800000, 400000000, 1300000000, 0}};
  const Explanation e = explain(Space(modes), budget(30), read_at({answer}), answer);
  REQUIRE(e.neighbours.size() == 2);
  CHECK(find(e, kCores, -1)->mode == modes[4]);
  CHECK(find(e, kGpu, 1)->mode == modes[1]);
  CHECK(e.places[kCores] == RangePosition::top);
  CHECK(e.places[kGpu] == RangePosition::bottom);
  CHECK(e.places[kEmc] == RangePosition::only);
}

TEST_CASE("a batch size that the goal chooses counts as a knob, and the latency of a request may bind") {
  std::vector<Mode> modes;
  for (const std::int64_t batch : {1, 2, 4, 8}) modes.push_back({4, 800000, 400000000, 1300000000, batch});
  const auto workload = [](const Mode& mode) { return Outcome{20 + 2 * double(mode[kBatch]), 10, 0}; };
  Goal goal;
  goal.per_sample = true;
  goal.arrivals_per_s = 100;  // eight requests take 80 ms to arrive
  goal.latency_ms = 80;
  const Explanation e = explain(Space(modes), goal, read_at(modes, workload), modes[2]);
  REQUIRE(e.neighbours.size() == 2);
  CHECK(e.places[kBatch] == RangePosition::inside);
  const Neighbour *smaller = find(e, kBatch, -1), *larger = find(e, kBatch, 1);
  CHECK(smaller->worse());
  CHECK(smaller->breaks_rate);  // two requests take 24 ms, and the next two arrive after 20 ms
  CHECK(larger->change == Approx(std::log(36.0 / 8 / (28.0 / 4))));
  CHECK(e.bound_by(&Neighbour::breaks_latency) == larger);
  CHECK_FALSE(larger->feasible());
}

namespace {

// Above 600 MHz, a higher GPU clock hardly saves time.
Outcome saturated(const Mode& mode) {
  const double gpu = double(mode[kGpu]) / 1e9;
  return {100 / std::min(gpu, 0.6) - 2 * gpu, 10 + 20 * gpu + 0.2 * double(mode[kCores]), 0};
}

}  // namespace

TEST_CASE("a mode that is hardly slower and takes much less energy is offered") {
  const Explanation e = explain_best(budget(50), read_at(lattice(), saturated));
  CHECK(e.answer[kGpu] == 1000000000);
  REQUIRE(e.cheaper.has_value());
  CHECK(e.cheaper->measured);
  CHECK(e.cheaper->mode[kGpu] == 600000000);
  CHECK(e.cheaper->mode[kCores] == 2);
  CHECK(e.cheaper->change == Approx(std::log(165.4667 / 164.6667)).margin(1e-5));
}

TEST_CASE("a mode that takes hardly more energy and much less time is offered") {
  // The clocks of the CPU change the time alone, against a power that grows nearly as fast as it falls.
  const auto workload = [](const Mode& mode) {
    const double cpu = double(mode[kCpu]) / 4e5;
    return Outcome{100 / cpu, 10 * std::pow(cpu, 1.01), 0};
  };
  Goal goal;
  goal.objective = Objective::energy;
  const Explanation e = explain_best(goal, read_at(lattice(), workload));
  CHECK(e.answer[kCpu] == 400000);
  REQUIRE(e.cheaper.has_value());
  CHECK(e.cheaper->mode[kCpu] == 2000000);
}

namespace {

// Modes of one knob; the first is the answer.
std::optional<ComparedMode> offered(const std::vector<Outcome>& outcomes, const IsDoubtful& doubtful = {}) {
  std::vector<Mode> modes;
  History history;
  for (const Outcome& outcome : outcomes) {
    modes.push_back({4, 400000 * std::int64_t(modes.size() + 1), 400000000, 1300000000, 0});
    history.add({modes.back(), outcome});
  }
  return explain(Space(modes), budget(50), history, modes.front(), doubtful).cheaper;
}

Outcome noisy(double ms, double watts, double log_w_sd) {
  Outcome outcome{ms, watts};
  outcome.log_w_sd = log_w_sd;
  return outcome;
}

}  // namespace

TEST_CASE("a mode is offered that is at most 2 % worse and saves at least 5 %") {
  const Outcome answer{100, 20};
  CHECK(offered({answer, {101.9, 18.6}}).has_value());        // 5.2 % less energy
  CHECK_FALSE(offered({answer, {101.9, 18.8}}).has_value());  // 4.2 %
  CHECK_FALSE(offered({answer, {102.1, 15}}).has_value());
  CHECK_FALSE(offered({answer, {99, 15}}).has_value());  // that is better, not nearly as good
}

TEST_CASE("of several modes, the one with the smallest product of time and energy is offered") {
  const auto mode = offered({{100, 20}, {100.5, 18.1}, {101.9, 18}, {100, 18.5}});
  REQUIRE(mode.has_value());
  CHECK(mode->outcome.power_w == 18.1);
}

TEST_CASE("a noisy reading is offered only if it saves two standard deviations") {
  CHECK(offered({{100, 20}, noisy(100, 18, 0.04)}).has_value());
  CHECK_FALSE(offered({{100, 20}, noisy(100, 18, 0.06)}).has_value());
  CHECK_FALSE(offered({noisy(100, 20, 0.06), {100, 18}}).has_value());
}

TEST_CASE("a doubtful reading is not offered, but the next best one") {
  const auto mode = offered({{100, 20}, {100, 16}, {100, 18}}, [](const Mode& of) { return of[kCpu] == 800000; });
  REQUIRE(mode.has_value());
  CHECK(mode->outcome.power_w == 18);
}

TEST_CASE("a mode is offered only if it keeps the limits") {
  CHECK_FALSE(explain_best(budget(18), read_at(lattice())).cheaper.has_value());
  // The ones that take less energy miss the deadline.
  Goal goal = budget(50);
  goal.minibatch_ms = 165;
  CHECK_FALSE(explain_best(goal, read_at(lattice(), saturated)).cheaper.has_value());
  // Both count in the product of energy and time.
  Goal both;
  both.objective = Objective::energy_delay;
  CHECK_FALSE(explain_best(both, read_at(lattice(), saturated)).cheaper.has_value());
}

TEST_CASE("a cheaper mode that was not read is offered if it surely keeps the limits") {
  // All other modes were read, and the answer alone of those to choose from.
  const Mode answer{2, 2000000, 1000000000, 600000000, 0};
  std::vector<Mode> read{answer}, choice;
  for (const Mode& mode : lattice()) (mode[kCpu] < 2000000 ? read : choice).push_back(mode);
  const Explanation e = explain(Space(choice), budget(50), read_at(read, saturated), answer);
  REQUIRE(e.cheaper.has_value());
  CHECK_FALSE(e.cheaper->measured);
  CHECK(e.cheaper->chance >= 0.9);
  CHECK(saturated(e.cheaper->mode).minibatch_ms < 1.02 * e.outcome.minibatch_ms);
  CHECK(saturated(e.cheaper->mode).power_w < 0.9 * e.outcome.power_w);
}

TEST_CASE("a search with two workloads is not explained") {
  const Mode mode = lattice().front();
  Goal goal;
  goal.objective = Objective::concurrent;
  CHECK_THROWS_AS(explain(Space(lattice()), goal, read_at({mode}), mode), wattline::Error);
}
