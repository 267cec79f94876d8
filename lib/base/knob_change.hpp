// SPDX-License-Identifier: Apache-2.0
// What hardware allows between two modes. Raising a knob by a factor f shortens a minibatch by at most f and never
// lengthens it; it raises power by at most f^3 (frequency times voltage squared) and never lowers it.
#pragma once

namespace wattline {

// By how much knobs were raised and lowered, sums of log ratios.
struct KnobChange {
  double raised = 0, lowered = 0;
  void add(double log_ratio) { (log_ratio > 0 ? raised : lowered) += log_ratio > 0 ? log_ratio : -log_ratio; }
  double sum() const { return raised + lowered; }
};

constexpr double kPowerExponent = 3;
// Of the two bounds, on log scale: several times the spread of repeated profiles, far below what a clock that was not
// in force does to them.
constexpr double kTimeTolerance = 0.15, kPowerTolerance = 0.10;

// Whether time and power can change by these log ratios, give or take the tolerances.
inline bool possible(const KnobChange& change, double time, double power, double time_tolerance = kTimeTolerance,
                     double power_tolerance = kPowerTolerance) {
  return time >= -change.raised - time_tolerance && time <= change.lowered + time_tolerance &&
         power >= -kPowerExponent * change.lowered - power_tolerance &&
         power <= kPowerExponent * change.raised + power_tolerance;
}

}  // namespace wattline
