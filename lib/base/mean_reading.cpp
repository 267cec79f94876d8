// SPDX-License-Identifier: Apache-2.0
#include "base/mean_reading.hpp"

#include <algorithm>
#include <cmath>

#include "base/bar_time.hpp"
#include "base/statistics.hpp"

namespace wattline {

namespace {

constexpr double kTimeBias = 0.002;  // that more steps or readings do not take away
constexpr double kPowerBias = 0.004;
constexpr double kLeastStepSpread = 0.005;  // of a few steps that are alike by chance
constexpr double kOneStepSpread = 0.05;
constexpr double kLeastPowerSpread = 0.01;  // of a few readings

constexpr std::size_t kReadingsPerStep = 2;  // from which a step's own power can be told
constexpr int kLeastParts = 3;               // from which they show how much they differ

// Relative standard error of the mean of values of which `independent` are so.
double relative_error(const Running& running, double independent) {
  return running.sd().value_or(0) / *running.mean() / std::sqrt(independent);
}

}  // namespace

MeanReading time_reading(const std::vector<StepTiming>& steps) {
  if (steps.empty()) return {};
  if (are_of_a_bar(steps)) {
    const double ms = mean_of_bar(steps), count = count_of(steps);
    const double sd = deviation_of_bar(steps).value_or(kOneStepSpread * ms * std::sqrt(count));
    return {ms, kTimeBias + std::max(sd / ms, kLeastStepSpread) / std::sqrt(count)};
  }
  const auto number = values_of(steps, &StepTiming::ms).empty() ? &StepTiming::infer_ms : &StepTiming::ms;
  Running times;
  double count = 0;
  for (const StepTiming& step : steps) {
    if (!std::isfinite(step.*number)) continue;
    times.add(step.*number);
    count += step.steps;
  }
  if (times.count() == 0) return {};
  const double least = times.count() > 1 ? kLeastStepSpread : kOneStepSpread;
  return {*times.mean(), kTimeBias + std::max(relative_error(times, count), least / std::sqrt(count))};
}

// By the median distance from the median, which a few long steps do not change: of a normal distribution.
double median_error(const std::vector<StepTiming>& steps) {
  constexpr double kDeviation = 1.4826, kOfMedian = 1.2533;  // sd of that distance; the median's error over the mean's
  if (are_of_a_bar(steps)) return time_reading(steps).error;
  std::vector<double> times = values_of(steps, &StepTiming::ms);
  if (times.empty()) times = values_of(steps, &StepTiming::infer_ms);
  const auto middle = median(times);
  if (!middle) return MeanReading().error;
  const double count = double(times.size());
  for (double& ms : times) ms = std::fabs(ms / *middle - 1);
  const double spread = kOfMedian * kDeviation * *median(std::move(times));
  const double least = count > 1 ? kLeastStepSpread : kOneStepSpread;
  return kTimeBias + std::max(spread, least) / std::sqrt(count);
}

std::vector<double> powers_of_parts(const std::vector<StepTiming>& steps, const std::vector<PowerAt>& readings) {
  if (readings.size() < kReadingsPerStep * steps.size()) return {};
  const std::size_t parts = std::min(kPowerParts, steps.size());
  std::vector<double> powers;
  auto reading = readings.begin();
  for (std::size_t part = 0; part < parts; ++part) {
    const double from_s = steps[steps.size() * part / parts].start_s;
    const double to_s = steps[steps.size() * (part + 1) / parts - 1].end_s;
    Running power;
    for (; reading != readings.end() && reading->mono_s <= to_s; ++reading) {
      if (reading->mono_s > from_s) power.add(reading->watts);
    }
    if (power.count() == 0) return {};
    powers.push_back(*power.mean());
  }
  return powers;
}

// Readings that follow each other within the sensor's averaging time share what they average. Parts of whole steps
// differ less than the readings, which follow the stages of a step.
MeanReading power_reading(const std::vector<StepTiming>& steps, const std::vector<PowerAt>& readings, double sensor_s) {
  if (readings.size() < 2) return {};
  Running powers, parts;
  for (const PowerAt& reading : readings) powers.add(reading.watts);
  for (const double watts : powers_of_parts(steps, readings)) parts.add(watts);
  auto independent = static_cast<double>(readings.size());
  if (sensor_s > 0) {
    independent = std::min(independent, 1 + (readings.back().mono_s - readings.front().mono_s) / sensor_s);
  }
  const bool whole = parts.count() >= kLeastParts;
  const double error = whole ? relative_error(parts, std::min(static_cast<double>(parts.count()), independent))
                             : relative_error(powers, independent);
  return {whole ? *parts.mean() : *powers.mean(),
          kPowerBias + std::max(error, kLeastPowerSpread / std::sqrt(independent))};
}

}  // namespace wattline
