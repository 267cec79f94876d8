// SPDX-License-Identifier: Apache-2.0
// The energy of an interval, or of a sum of intervals, as it is printed: with its error bound, or empty if it is not
// known.
#pragma once
#include <array>
#include <optional>

#include "base/interval_energy.hpp"

namespace wattline {

// Steps that follow each other within this time do so within the trainer's own bookkeeping.
constexpr double kContiguousS = 1e-3;

struct EnergyResult {
  double length_s = 0;
  std::optional<double> energy_j, mean_power_w, error_j;
  long long samples = 0;
  double coverage_pct = 0;
  bool in_step = false;    // most of the bound: the readings may keep step with the intervals
  bool too_short = false;  // covered, but not resolved by the readings: their energy is partly that of neighbours
};

// No energy without full coverage, nor for an interval that the readings do not resolve (unless `interpolate`: its
// bound then allows for all that its neighbours may have).
EnergyResult evaluate(const IntervalEnergy& interval, const RailFacts& facts, bool interpolate);

// Whether the bound is so large that the energy says little.
bool is_vague(const EnergyResult& energy);

// The sum of several intervals. Those that follow each other, with gaps shorter than the time between readings, are one
// run. No energy if what is not resolved may be half of it (unless `interpolate`).
class EnergySum {
 public:
  void add(const IntervalEnergy& interval, const RailFacts& facts);
  EnergyResult evaluate(const RailFacts& facts, bool interpolate) const;
  long long intervals() const { return intervals_; }
  long long runs() const { return runs_; }
  // Whether the readings tell each run from its neighbours.
  bool resolved() const;

 private:
  struct Run {
    double end_s = 0, length_s = 0, energy_j = 0, resolution_s = 0;
    double first_edge_j = 0, last_edge_j = 0;
    double gaps_s = 0;
  };
  // A quarter of every other interval: time, and readings.
  struct Part {
    double length_s = 0, readings = 0;
  };
  // Bounds of errors, over runs.
  struct RunErrors {
    double edges_j = 0;
    double gaps_s = 0;        // between the intervals of a run
    double unresolved_s = 0;  // length and energy of runs that are not resolved
    double unresolved_j = 0;
    double smoothed_j = 0;  // how much more these may have had, if only they drew power within a window
  };
  static void end_run(const Run& run, const RailFacts& facts, RunErrors& errors);
  double attribution_j(const RunErrors& errors) const;
  double alias_j() const;
  double misplaced() const;
  double range_w() const;
  long long intervals_ = 0, runs_ = 0;
  IntervalEnergy total_;  // sums, but for its ends
  double length_s_ = 0;
  std::array<Part, 8> parts_;
  Run run_;
  RunErrors errors_;
  bool complete_ = true;
};

}  // namespace wattline
