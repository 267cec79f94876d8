// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/profile.hpp"

#include <algorithm>
#include <cmath>

#include "base/bar_time.hpp"
#include "base/enum_name.hpp"
#include "base/mean_reading.hpp"
#include "base/statistics.hpp"

namespace wattline::pmsweep {

namespace {

std::optional<double> deviation(const std::vector<double>& values) {
  Running running;
  for (const double value : values) running.add(value);
  return running.sd();
}

}  // namespace

const char* to_string(RunStatus status) {
  return enum_name(status, {"ok", "short", "failed", "deferred"});
}

std::optional<double> Profile::median_of(double StepTiming::*number) const {
  return median(values_of(steps, number));
}

std::vector<double> Profile::minibatches_ms() const {
  std::vector<double> trained = values_of(steps, &StepTiming::ms);
  return trained.empty() ? values_of(steps, &StepTiming::infer_ms) : trained;
}

bool Profile::is_of_a_bar() const {
  return are_of_a_bar(steps);
}

std::optional<double> Profile::minibatch_ms() const {
  if (is_of_a_bar()) return mean_of_bar(steps);
  return median(minibatches_ms());
}

std::optional<double> Profile::stall_ms() const {
  return median_of(&StepTiming::stall_ms);
}
std::optional<double> Profile::compute_ms() const {
  return median_of(&StepTiming::compute_ms);
}
std::optional<double> Profile::infer_ms() const {
  return median_of(&StepTiming::infer_ms);
}

std::optional<double> Profile::latency_p50_ms() const {
  return median_of(&StepTiming::latency_ms);
}
std::optional<double> Profile::latency_p95_ms() const {
  return quantile(values_of(steps, &StepTiming::latency_ms), 0.95);
}
std::optional<double> Profile::latency_p99_ms() const {
  return quantile(values_of(steps, &StepTiming::latency_ms), 0.99);
}

std::optional<double> Profile::power_w() const {
  const bool whole = settled == Settled::whole_run || settled == Settled::epoch;
  if (whole) return mean_power_w;
  return part_watts.empty() ? median_of_means(watts, kPowerParts) : median(part_watts);
}

std::optional<double> Profile::energy_j() const {
  const auto ms = minibatch_ms(), mean_w = power_w();
  return ms && mean_w ? std::optional<double>(*ms / 1e3 * *mean_w) : std::nullopt;
}

std::optional<double> Profile::minibatch_sd_ms() const {
  if (is_of_a_bar()) return deviation_of_bar(steps);
  return deviation(minibatches_ms());
}

std::optional<double> Profile::power_sd_w() const {
  return deviation(watts);
}

std::optional<double> Profile::minibatch_se_ms() const {
  const auto ms = minibatch_ms();
  return ms && time_error ? std::optional<double>(*ms * *time_error) : std::nullopt;
}
std::optional<double> Profile::power_se_w() const {
  const auto mean_w = power_w();
  return mean_w && power_error ? std::optional<double>(*mean_w * *power_error) : std::nullopt;
}

}  // namespace wattline::pmsweep
