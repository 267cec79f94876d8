// SPDX-License-Identifier: Apache-2.0
#include "model/goal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wattline::model {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

ModeReading to_reading(const Mode& mode, const Outcome& outcome) {
  return {mode, outcome.minibatch_ms, outcome.power_w, outcome.log_ms_sd, outcome.log_w_sd};
}

double Goal::window_ms(const Mode& mode) const {
  return 1e3 * double(mode[kBatch]) / arrivals_per_s.value_or(1);
}

Exponents Goal::exponents() const {
  switch (objective) {
    case Objective::energy:
      return {1, 1};
    case Objective::energy_delay:
      return {2, 1};
    case Objective::knee:
      return knee;
    case Objective::time:
    case Objective::concurrent:
      break;
  }
  return {1, 0};
}

double Goal::counted_ms(const Mode& mode, double time_ms) const {
  if (!per_sample) return time_ms;
  const double sample_ms = time_ms / double(mode[kBatch]);
  if (target_samples.empty()) return sample_ms;
  const auto samples = target_samples.find(mode[kBatch]);
  return samples == target_samples.end() ? kInfinity : sample_ms * samples->second;
}

double Goal::value(const Mode& mode, const Outcome& outcome) const {
  const double log_ms = std::log(counted_ms(mode, outcome.minibatch_ms));
  if (objective != Objective::concurrent) {
    return exponents().time * log_ms + exponents().power * std::log(outcome.power_w);
  }
  const double idle_share = 1 - outcome.infer_ms / window_ms(mode);
  return idle_share > 0 ? log_ms - std::log(idle_share) : kInfinity;
}

double Goal::power_excess(const Outcome& outcome) const {
  return power_w ? std::log(outcome.power_w / *power_w) : -kInfinity;
}

double Goal::time_excess(const Outcome& outcome) const {
  return minibatch_ms ? std::log(outcome.minibatch_ms / *minibatch_ms) : -kInfinity;
}

double Goal::rate_excess(const Mode& mode, const Outcome& outcome) const {
  const bool concurrent = objective == Objective::concurrent;
  if (!concurrent && !arrivals_per_s) return -kInfinity;
  // Beside inference, one training minibatch has to fit before the next inference.
  const double before_next_ms = concurrent ? outcome.infer_ms + outcome.minibatch_ms : outcome.minibatch_ms;
  return std::log(before_next_ms / window_ms(mode));
}

double Goal::latency_excess(const Mode& mode, const Outcome& outcome) const {
  const bool concurrent = objective == Objective::concurrent;
  if (!latency_ms || (!concurrent && !arrivals_per_s)) return -kInfinity;
  if (latency_kind != LatencyKind::computed) return std::log(outcome.latency_ms / *latency_ms);
  const double left_ms = *latency_ms - window_ms(mode);
  return left_ms > 0 ? std::log((concurrent ? outcome.infer_ms : outcome.minibatch_ms) / left_ms) : kInfinity;
}

bool Goal::reaches_target(const Mode& mode) const {
  return target_samples.empty() || target_samples.count(mode[kBatch]) != 0;
}

double Goal::excess(const Mode& mode, const Outcome& outcome) const {
  if (!reaches_target(mode)) return kInfinity;
  return std::max(
      {power_excess(outcome), time_excess(outcome), rate_excess(mode, outcome), latency_excess(mode, outcome)});
}

}  // namespace wattline::model
