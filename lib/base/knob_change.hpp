// SPDX-License-Identifier: Apache-2.0
// What hardware allows between two modes. Raising a knob by a factor f shortens a minibatch by at most f and never
// lengthens it; it raises power by at most f^3 (frequency times voltage squared) and never lowers it.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

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
// For what no profile has shown, a factor of two: where few cores starve a loader of data, time grows by more than the
// ratio of the cores (in published tables nearly always by less than twice as much), and a formula is not exact.
constexpr double kPredictionTolerance = 0.6931;

// The values that are possible, on log scale. What was read in several modes may leave none: low is then above high.
struct LogRange {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool holds(double value) const { return value >= low && value <= high; }
  // The nearest value of the range. Where it is empty, any value between its ends will do.
  double nearest(double value) const { return std::clamp(value, std::min(low, high), std::max(low, high)); }
  double width() const { return std::fabs(high - low); }
  void narrow(const LogRange& other) {
    low = std::max(low, other.low);
    high = std::min(high, other.high);
  }
};

// By which log ratio time and power can change, give or take the tolerance.
inline LogRange time_range(const KnobChange& change, double tolerance = kTimeTolerance) {
  return {-change.raised - tolerance, change.lowered + tolerance};
}
inline LogRange power_range(const KnobChange& change, double tolerance = kPowerTolerance) {
  return {-kPowerExponent * change.lowered - tolerance, kPowerExponent * change.raised + tolerance};
}

// Whether both can change by these log ratios.
inline bool possible(const KnobChange& change, double time, double power, double time_tolerance = kTimeTolerance,
                     double power_tolerance = kPowerTolerance) {
  return time_range(change, time_tolerance).holds(time) && power_range(change, power_tolerance).holds(power);
}

}  // namespace wattline
