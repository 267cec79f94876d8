// SPDX-License-Identifier: Apache-2.0
#include "pmtune/window_meter.hpp"

#include <algorithm>
#include <cmath>

#include "base/bar_time.hpp"
#include "base/statistics.hpp"

namespace wattline::pmtune {

namespace {

constexpr double kUnknown = 10;      // error of what is not known
constexpr double kTimeBias = 0.002;  // that more steps or readings do not take away
constexpr double kPowerBias = 0.004;
constexpr double kLeastStepSpread = 0.005;  // of a few steps that are alike by chance
constexpr double kOneStepSpread = 0.05;
constexpr double kLeastPowerSpread = 0.01;  // of a few readings

// Relative standard error of the mean of values of which `independent` are so.
double relative_error(const Running& running, double independent, double least_spread) {
  const double spread = running.sd().value_or(0) / *running.mean();
  return std::max(spread, least_spread) / std::sqrt(independent);
}

}  // namespace

void WindowMeter::begin(double verified_s, double sensor_s) {
  verified_s_ = verified_s;
  sensor_s_ = sensor_s;
}

void WindowMeter::step(const StepTiming& step) {
  ended_ += step.steps;
  if (step.counted && step.start_s >= verified_s_ && step.ms > 0) steps_.push_back(step);
}

void WindowMeter::power(double mono_s, double watts, bool stale) {
  if (stale || mono_s < verified_s_ + sensor_s_) return;
  if (watts_.empty()) first_power_s_ = mono_s;
  last_power_s_ = mono_s;
  watts_.push_back(watts);
}

model::WindowReading WindowMeter::time() const {
  model::WindowReading reading;
  reading.log_ms_error = reading.log_w_error = kUnknown;
  reading.steps = count_of(steps_);
  if (steps_.empty()) return reading;
  if (are_of_a_bar(steps_)) {
    reading.minibatch_ms = mean_of_bar(steps_);
    const double sd =
        deviation_of_bar(steps_).value_or(kOneStepSpread * reading.minibatch_ms * std::sqrt(reading.steps));
    reading.log_ms_error = kTimeBias + sd / reading.minibatch_ms / std::sqrt(reading.steps);
    return reading;
  }
  Running times;
  for (const StepTiming& step : steps_) times.add(step.ms);
  reading.minibatch_ms = *times.mean();
  const double least = times.count() > 1 ? kLeastStepSpread : kOneStepSpread;
  reading.log_ms_error = kTimeBias + relative_error(times, reading.steps, least);
  return reading;
}

// Readings that follow each other within the sensor's averaging time share what they average.
model::WindowReading WindowMeter::reading() const {
  model::WindowReading reading = time();
  Running powers;
  for (const double watts : watts_) powers.add(watts);
  if (powers.count() > 1) {
    const double span = sensor_s_ > 0 ? 1 + (last_power_s_ - first_power_s_) / sensor_s_ : kUnknown * kUnknown;
    reading.power_w = *powers.mean();
    reading.log_w_error =
        kPowerBias + relative_error(powers, std::min(static_cast<double>(powers.count()), span), kLeastPowerSpread);
  }
  return reading;
}

}  // namespace wattline::pmtune
