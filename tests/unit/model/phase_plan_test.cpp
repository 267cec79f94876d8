// SPDX-License-Identifier: Apache-2.0
#include "model/phase_plan.hpp"

#include "catch.hpp"

using namespace wattline::model;

namespace {

// 4 requests take 400 ms to arrive.
PhaseGoal goal() {
  PhaseGoal goal;
  goal.arrivals_per_s = 10;
  goal.latency_ms = 1000;
  goal.change_ms = 20;
  return goal;
}

ModeReading training(std::int64_t cores, double ms, double watts) {
  return {{cores, 1000, 0, 0, 0}, ms, watts};
}
ModeReading inference(std::int64_t cores, double ms, double watts, std::int64_t batch = 4) {
  return {{cores, 1000, 0, 0, batch}, ms, watts};
}

}  // namespace

TEST_CASE("in one mode, whole minibatches fill the window that inference leaves") {
  const auto plan = plan_phases(goal(), training(2, 100, 10), inference(2, 60, 20));
  REQUIRE(plan);
  CHECK(plan->training_per_s == Approx(3 / 0.4));
  CHECK(plan->latency_ms == Approx(460));
  CHECK(plan->power_w == Approx((340 * 10 + 60 * 20) / 400.0));
}

TEST_CASE("two modes need two changes, each at the larger power") {
  const auto plan = plan_phases(goal(), training(4, 100, 10), inference(2, 60, 20));
  REQUIRE(plan);
  CHECK(plan->training_per_s == Approx(3 / 0.4));  // exactly 300 ms are left
  CHECK(plan->power_w == Approx((300 * 10 + 60 * 20 + 40 * 20) / 400.0));
  CHECK(plan_phases(goal(), training(4, 100.1, 10), inference(2, 60, 20))->training_per_s == Approx(2 / 0.4));
}

TEST_CASE("a plan keeps the latency and the power, and trains at least one minibatch") {
  PhaseGoal limited = goal();
  limited.latency_ms = 459;
  CHECK_FALSE(plan_phases(limited, training(2, 100, 10), inference(2, 60, 20)));
  limited = goal();
  limited.power_w = 19;
  CHECK_FALSE(plan_phases(limited, training(2, 100, 10), inference(2, 60, 20)));
  CHECK_FALSE(plan_phases(limited, training(2, 100, 20), inference(2, 60, 10)));
  CHECK_FALSE(plan_phases(goal(), training(2, 341, 10), inference(2, 60, 20)));
  CHECK_FALSE(plan_phases(goal(), training(2, 100, 10), inference(2, 410, 20)));
}

TEST_CASE("a mode for each phase is chosen where it pays") {
  // The fast mode of the training is too slow, or too hot, for the inference.
  const std::vector<ModeReading> train{training(2, 100, 10), training(4, 50, 20)};
  const std::vector<ModeReading> infer{inference(2, 60, 20), inference(4, 300, 20)};
  const PhasePlans plans = best_phase_plans(goal(), train, infer);
  REQUIRE(plans.single);
  CHECK(plans.single->training == train[0].mode);
  REQUIRE(plans.per_phase);
  CHECK(plans.per_phase->training == train[1].mode);
  CHECK(plans.per_phase->inference == infer[0].mode);
  CHECK(plans.per_phase->training_per_s == Approx(6 / 0.4));
}

TEST_CASE("where changes take too long, the best mode for each phase is the single mode") {
  PhaseGoal slow = goal();
  slow.change_ms = 150;
  const std::vector<ModeReading> train{training(2, 100, 10), training(4, 50, 20)};
  const PhasePlans plans = best_phase_plans(slow, train, {inference(2, 60, 20)});
  CHECK(plans.per_phase->training == train[0].mode);
  CHECK(plans.per_phase->training_per_s == plans.single->training_per_s);
}

TEST_CASE("of plans with equal training, the one with less power is chosen") {
  const std::vector<ModeReading> train{training(2, 99, 30), training(4, 100, 10)};
  const std::vector<ModeReading> infer{inference(2, 60, 20), inference(4, 60, 20)};
  CHECK(best_phase_plans(goal(), train, infer).single->training == train[1].mode);
}

TEST_CASE("without a mode in common, or without a mode that keeps the limits, there is no plan") {
  const PhasePlans apart = best_phase_plans(goal(), {training(2, 100, 10)}, {inference(4, 60, 20)});
  CHECK_FALSE(apart.single);
  CHECK(apart.per_phase);
  PhaseGoal limited = goal();
  limited.power_w = 1;
  CHECK_FALSE(best_phase_plans(limited, {training(2, 100, 10)}, {inference(2, 60, 20)}).per_phase);
}
