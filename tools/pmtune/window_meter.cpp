// SPDX-License-Identifier: Apache-2.0
#include "pmtune/window_meter.hpp"

#include <algorithm>
#include <cmath>

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
  ++ended_;
  if (step.counted && step.start_s >= verified_s_ && step.ms > 0) steps_ms_.push_back(step.ms);
}

void WindowMeter::power(double mono_s, double watts, bool stale) {
  if (stale || mono_s < verified_s_ + sensor_s_) return;
  if (watts_.empty()) first_power_s_ = mono_s;
  last_power_s_ = mono_s;
  watts_.push_back(watts);
}

// Readings that follow each other within the sensor's averaging time share what they average.
model::WindowReading WindowMeter::reading() const {
  model::WindowReading reading;
  reading.log_ms_error = reading.log_w_error = kUnknown;
  reading.steps = static_cast<double>(steps_ms_.size());
  Running times, powers;
  for (const double ms : steps_ms_) times.add(ms);
  for (const double watts : watts_) powers.add(watts);
  if (times.count() > 0) {
    reading.minibatch_ms = *times.mean();
    const double least = times.count() > 1 ? kLeastStepSpread : kOneStepSpread;
    reading.log_ms_error = kTimeBias + relative_error(times, reading.steps, least);
  }
  if (powers.count() > 1) {
    const double span = sensor_s_ > 0 ? 1 + (last_power_s_ - first_power_s_) / sensor_s_ : kUnknown * kUnknown;
    reading.power_w = *powers.mean();
    reading.log_w_error =
        kPowerBias + relative_error(powers, std::min(static_cast<double>(powers.count()), span), kLeastPowerSpread);
  }
  return reading;
}

}  // namespace wattline::pmtune
