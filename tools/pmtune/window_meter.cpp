// SPDX-License-Identifier: Apache-2.0
#include "pmtune/window_meter.hpp"

#include "base/mean_reading.hpp"

namespace wattline::pmtune {

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
  power_.push_back({mono_s, watts});
}

model::WindowReading WindowMeter::reading() const {
  const MeanReading time = time_reading(steps_);
  const MeanReading power = power_reading(steps_, power_, sensor_s_);
  model::WindowReading reading;
  reading.steps = count_of(steps_);
  reading.minibatch_ms = time.mean;
  reading.log_ms_error = time.error;
  reading.power_w = power.mean;
  reading.log_w_error = power.error;
  return reading;
}

}  // namespace wattline::pmtune
