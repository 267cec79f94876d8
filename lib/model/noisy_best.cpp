// SPDX-License-Identifier: Apache-2.0
#include "model/noisy_best.hpp"

#include <cmath>

#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kFewestOthers = 2;  // that tell what to expect of a mode

// The mean of a reading and of the expected logarithm, weighted by their variances. A reading of the usual error stays.
void blend(double& value, double sd, double expected, double expected_sd) {
  if (sd == 0) return;
  const double weight = 1 / (sd * sd), expected_weight = 1 / (expected_sd * expected_sd);
  value = std::exp((weight * std::log(value) + expected_weight * expected) / (weight + expected_weight));
}

}  // namespace

void doubt_noisy_best(const Space& space, const Goal& goal, History& history) {
  if (goal.objective == Objective::concurrent) return;
  const std::map<Mode, Outcome> read = history.combined();
  if (read.size() <= kFewestOthers) return;
  DeviceLimits device = space.device();
  for (const auto& entry : read) device.extend(entry.first);
  while (const auto best = history.best(goal)) {
    Outcome outcome = read.at(best->mode);
    if (history.expects(best->mode) || !is_noisy(outcome)) return;
    std::vector<ModeReading> others;
    for (const auto& [mode, of_mode] : read) {
      if (mode != best->mode) others.push_back(to_reading(mode, of_mode));
    }
    const Prediction expected = WorkloadModel(device, others, space.priors()).predict_truth({best->mode});
    blend(outcome.minibatch_ms, outcome.log_ms_sd, expected.log_ms[0], expected.log_ms_sd[0]);
    blend(outcome.power_w, outcome.log_w_sd, expected.log_w[0], expected.log_w_sd[0]);
    history.expect(best->mode, outcome);
  }
}

}  // namespace wattline::model
