// SPDX-License-Identifier: Apache-2.0
// The energy of sampled power, with an error bound, in constant memory.
#pragma once
#include <cmath>
#include <cstdint>

#include "base/repetition.hpp"

namespace wattline {

// What a reading cannot tell: half a step of quantisation and one step of offset (INA3221 data sheet SBOS576).
constexpr double kErrorSteps = 1.5;

class EnergyIntegral {
 public:
  // A counter's reading is the mean since the previous one: rectangles instead of trapezoids.
  explicit EnergyIntegral(bool counter = false) : counter_(counter) {}

  // error_w: bound of this reading's systematic error.
  void add(double time_s, double power_w, double error_w) {
    if (readings_++ == 0) first_w_ = min_w_ = max_w_ = power_w;
    if (joined_) extend(time_s - last_s_, power_w, error_w);
    min_w_ = std::fmin(min_w_, power_w);
    max_w_ = std::fmax(max_w_, power_w);
    if (!counter_) repetition_.add(power_w);
    last_s_ = time_s;
    last_w_ = power_w;
    last_error_w_ = error_w;
    joined_ = true;
  }
  // Nothing is known until the next reading: no energy is made up for that time.
  void gap() { joined_ = false; }
  // Ticks were missed before the next reading: the power may have been anything that this rail has shown.
  void missed() { missed_ = true; }

  long long readings() const { return readings_; }
  double duration_s() const { return duration_s_; }
  double energy_j() const { return energy_j_; }
  double min_w() const { return min_w_; }
  double max_w() const { return max_w_; }
  double mean_error_w() const { return duration_s_ > 0 ? systematic_j_ / duration_s_ : 0; }
  // Systematic part, three sigma of the sampling part, missed ticks, and the sensor's window at both ends.
  double error_j(double window_s) const {
    const double random_j2 = std::fmin(repeated_j2_, sampling_j2_ * static_cast<double>(readings_));
    return systematic_j_ + 3 * std::sqrt(random_j2) + missed_s_ * (max_w_ - min_w_) / 2 +
           window_s * std::fabs(last_w_ - first_w_);
  }

 private:
  void extend(double dt_s, double power_w, double error_w) {
    const double step_j = counter_ ? 0 : (power_w - last_w_) * dt_s;
    energy_j_ += dt_s * (counter_ ? power_w : (power_w + last_w_) / 2);
    systematic_j_ += dt_s * (error_w + last_error_w_) / 2;
    sampling_j2_ += step_j * step_j / 2;  // the variance of independent samples, from their differences
    repeated_j2_ += repetition_.factor() * step_j * step_j / 2;
    if (missed_) missed_s_ += counter_ ? 0 : dt_s;
    missed_ = false;
    duration_s_ += dt_s;
  }
  Repetition repetition_;
  bool counter_, joined_ = false, missed_ = false;
  long long readings_ = 0;
  double first_w_ = 0, last_w_ = 0, min_w_ = 0, max_w_ = 0, last_s_ = 0, last_error_w_ = 0;
  double energy_j_ = 0, duration_s_ = 0, systematic_j_ = 0, sampling_j2_ = 0, repeated_j2_ = 0, missed_s_ = 0;
};

}  // namespace wattline
