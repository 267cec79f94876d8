// SPDX-License-Identifier: Apache-2.0
#include "model/knee_goal.hpp"

#include <cmath>
#include <map>

#include "model/bounded_prediction.hpp"
#include "model/pareto_front.hpp"

namespace wattline::model {

namespace {

// Of every mode of the space.
std::map<Mode, Outcome> expected_outcomes(const Space& space, const History& history) {
  std::map<Mode, Outcome> outcomes = history.combined();
  std::vector<Mode> unread;
  for (const Mode& mode : space.modes()) {
    if (outcomes.count(mode) == 0) unread.push_back(mode);
  }
  if (unread.empty()) return outcomes;
  const Prediction p = predict_within_bounds(space, history, unread);
  for (std::size_t i = 0; i < unread.size(); ++i) {
    const auto k = Eigen::Index(i);
    outcomes[unread[i]] = {std::exp(p.log_ms[k]), std::exp(p.log_w[k]), 0};
  }
  return outcomes;
}

}  // namespace

Goal at_knee(Goal goal, const Space& space, const History& history) {
  if (goal.objective != Objective::knee || history.combined().empty()) return goal;
  std::vector<Costs> costs;
  for (const auto& [mode, outcome] : expected_outcomes(space, history)) {
    if (goal.feasible(mode, outcome)) costs.push_back({goal.counted_ms(mode, outcome.minibatch_ms), outcome.power_w});
  }
  const std::vector<std::size_t> front = pareto_front(costs);
  if (front.size() < 2) return goal;
  const Costs weights = knee_weights(costs, front);
  goal.knee = {weights.first, weights.second};
  return goal;
}

}  // namespace wattline::model
