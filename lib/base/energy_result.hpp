// SPDX-License-Identifier: Apache-2.0
// The energy of an interval, or of a sum of intervals, as it is printed: with its error bound, or empty if it is not
// known.
#pragma once
#include <optional>

#include "base/interval_energy.hpp"

namespace wattline {

struct EnergyResult {
  double length_s = 0;
  std::optional<double> energy_j, mean_power_w, error_j;
  long long samples = 0;
  double coverage_pct = 0;
  bool too_short = false;  // covered, but for less time than the sensor averages over
};

// No energy without full coverage, nor for an interval shorter than the sensor's window (unless `interpolate`).
EnergyResult evaluate(const IntervalEnergy& interval, const RailFacts& facts, bool interpolate);

// The sum of several intervals. Those that follow each other without a gap count as one for the sensor's window.
class EnergySum {
 public:
  void add(const IntervalEnergy& interval, const RailFacts& facts);
  EnergyResult evaluate(const RailFacts& facts, bool interpolate) const;
  long long intervals() const { return intervals_; }

 private:
  long long intervals_ = 0, samples_ = 0;
  double length_s_ = 0, covered_s_ = 0, energy_j_ = 0, sampling_j2_ = 0, repeated_j2_ = 0, edges_j_ = 0;
  double run_end_s_ = 0, run_length_s_ = 0, run_edge_j_ = 0, shortest_run_s_ = 0;
  bool complete_ = true, touched_ = false;
};

}  // namespace wattline
