// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/profile.hpp"

#include <algorithm>
#include <cmath>

#include "base/enum_name.hpp"
#include "base/statistics.hpp"

namespace wattline::pmsweep {

namespace {

constexpr std::size_t kBlocks = 10;    // of the states of a bar
constexpr std::size_t kStretches = 5;  // of the window, each with a mean power of its own

std::optional<double> deviation(const std::vector<double>& values) {
  Running running;
  for (const double value : values) running.add(value);
  return running.sd();
}

double mean_of_bar(const std::vector<StepTiming>& steps) {
  double sum_s = 0;
  for (const StepTiming& step : steps) sum_s += step.end_s - step.start_s;
  return sum_s * 1e3 / count_of(steps);
}

// Of one minibatch, such that divided by the root of their number it is the standard error of the mean, which includes
// that of counting: the difference of two roundings, each evenly distributed. Single intervals would show little more
// than that some have a minibatch more than others.
std::optional<double> deviation_of_bar(const std::vector<StepTiming>& steps) {
  if (steps.size() < 2) return std::nullopt;
  const std::size_t blocks = std::min(kBlocks, steps.size());
  const double mean_ms = mean_of_bar(steps), count = count_of(steps);
  double sum = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto at = [&](std::size_t block) {
      return steps.begin() + static_cast<std::ptrdiff_t>(steps.size() * block / blocks);
    };
    const std::vector<StepTiming> block(at(i), at(i + 1));
    const double off_ms = mean_of_bar(block) - mean_ms;
    sum += count_of(block) * off_ms * off_ms;
  }
  const double counting_ms = mean_ms * steps.back().steps_error / count / std::sqrt(6.0);
  return std::sqrt(sum / static_cast<double>(blocks - 1) + count * counting_ms * counting_ms);
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
  return !steps.empty() && steps.back().steps_error > 0;
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
  return whole ? mean_power_w : median_of_means(watts, kStretches);
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

}  // namespace wattline::pmsweep
