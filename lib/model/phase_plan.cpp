// SPDX-License-Identifier: Apache-2.0
#include "model/phase_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/pareto_front.hpp"

namespace wattline::model {

namespace {

void keep_better(std::optional<PhasePlan>& best, const std::optional<PhasePlan>& plan) {
  if (!plan) return;
  const bool more = !best || plan->training_per_s > best->training_per_s;
  if (more || (plan->training_per_s == best->training_per_s && plan->power_w < best->power_w)) best = plan;
}

std::vector<ModeReading> front_of(const std::vector<ModeReading>& readings) {
  std::vector<Costs> costs;
  for (const ModeReading& reading : readings) costs.push_back({reading.minibatch_ms, reading.power_w});
  std::vector<ModeReading> front;
  for (const std::size_t i : pareto_front(costs)) front.push_back(readings[i]);
  return front;
}

}  // namespace

std::optional<PhasePlan> plan_phases(const PhaseGoal& goal, const ModeReading& training, const ModeReading& inference) {
  constexpr double kRounding = 1e-9;  // a minibatch that fits exactly does fit
  const double most_w = std::max(training.power_w, inference.power_w);
  if (goal.power_w && most_w > *goal.power_w) return std::nullopt;
  const bool same = without_batch(training.mode) == without_batch(inference.mode);
  const double window_ms = 1e3 * double(inference.mode[kBatch]) / goal.arrivals_per_s;
  const double changes_ms = same ? 0 : 2 * goal.change_ms;
  const double rest_ms = window_ms - inference.minibatch_ms - changes_ms;
  const double steps = std::floor(rest_ms / training.minibatch_ms + kRounding);
  PhasePlan plan{training.mode, inference.mode};
  plan.latency_ms = window_ms + inference.minibatch_ms;
  if (steps < 1 || plan.latency_ms > goal.latency_ms * (1 + kRounding)) return std::nullopt;
  plan.training_per_s = 1e3 * steps / window_ms;
  plan.training_w = training.power_w;
  plan.inference_w = inference.power_w;
  plan.power_w =
      (rest_ms * training.power_w + inference.minibatch_ms * inference.power_w + changes_ms * most_w) / window_ms;
  return plan;
}

PhasePlans best_phase_plans(const PhaseGoal& goal, const std::vector<ModeReading>& training,
                            const std::vector<ModeReading>& inference) {
  std::map<Mode, const ModeReading*> by_mode;
  for (const ModeReading& reading : training) by_mode.emplace(without_batch(reading.mode), &reading);
  // A training mode that is not on the front is only useful for an inference in the same mode.
  const std::vector<ModeReading> front = front_of(training);
  PhasePlans best;
  for (const ModeReading& reading : inference) {
    const auto same = by_mode.find(without_batch(reading.mode));
    if (same != by_mode.end()) keep_better(best.single, plan_phases(goal, *same->second, reading));
    for (const ModeReading& other : front) keep_better(best.per_phase, plan_phases(goal, other, reading));
  }
  keep_better(best.per_phase, best.single);
  return best;
}

}  // namespace wattline::model
