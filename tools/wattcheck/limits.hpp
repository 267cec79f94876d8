// SPDX-License-Identifier: Apache-2.0
// The sets of limits of the rules, one for each --profile. wattcheck(1) states where each one comes from.
#pragma once
#include <limits>

namespace wattline::wattcheck {

enum class LimitSet { mlperf, paper, quick };
constexpr int kLimitSets = 3;
const char* to_string(LimitSet set);

// The names of the rules that --baseline limits.
constexpr const char* kStepEnergy = "step-energy";
constexpr const char* kMeanPower = "mean-power";

// Infinity, or zero where a least value is asked for, switches a limit off.
struct Limits {
  double duration_s;           // least length of the counted phase
  double readings;             // fewest fresh readings in it
  double fresh_per_s;          // fewest fresh readings per second
  double gap_s;                // longest time without a fresh reading
  double coverage_pct;         // least share of the phase for which the power is known
  double stale_pct;            // largest share of readings that the sensor repeated
  double missed_pct;           // largest share of ticks without a reading
  double error_pct;            // largest error bound of the energy
  double resolution_pct;       // largest step of a reading, of the mean power
  double power_drift_pct;      // largest change of power from the first quarter of the phase to its last
  double temperature_drift_c;  // the same of the temperature
  double temperature_c;        // hottest zone
  double clock_spread_pct;     // largest variation of a clock
  double steps;                // fewest counted steps
  double tokens;               // fewest tokens in them, of a language model
  double step_cv_pct;          // largest coefficient of variation of their times
  double clock_offset_s;       // largest difference between the clocks of two files
  double other_load_pct;       // largest CPU use of other processes
  // Set by --baseline alone: the most energy of a counted step, and the highest mean power.
  double step_energy_j = std::numeric_limits<double>::infinity();
  double mean_power_w = std::numeric_limits<double>::infinity();
};
Limits limits_of(LimitSet set);

}  // namespace wattline::wattcheck
