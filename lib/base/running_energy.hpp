// SPDX-License-Identifier: Apache-2.0
// The energy of a rail from the first reading to the last one, in constant memory: what joules computes for that
// interval from the printed rows.
#pragma once
#include <optional>

#include "base/energy_result.hpp"
#include "base/rail_track.hpp"

namespace wattline {

class RunningEnergy {
 public:
  explicit RunningEnergy(const RailFacts& sensor = {});

  // error_w: bound of the systematic error of this reading. Without power nothing is known until the next reading: no
  // energy is made up for that time.
  void add(double time_s, const std::optional<double>& power_w, double error_w, bool stale);
  // The next reading is the first one: those before it are no rows of the log.
  void restart();

  long long readings() const { return readings_; }
  double min_w() const { return min_w_; }
  double max_w() const { return max_w_; }
  // Of all readings, with the decimals of the meta file.
  double mean_error_w() const;
  // Time over which the power is known, and its energy.
  double duration_s() const { return until_last().covered_s; }
  double energy_j() const { return until_last().energy_j; }
  double error_j() const { return result().error_j.value_or(0); }
  // Whether the bound is so large that the energy says little (base/energy_result.hpp).
  bool is_vague() const { return wattline::is_vague(result()); }

 private:
  IntervalEnergy until_last() const;
  EnergyResult result() const;
  RailTrack track_;
  IntervalEnergy interval_;
  long long readings_ = 0;
  double min_w_ = 0, max_w_ = 0, last_s_ = 0, errors_w_ = 0;
};

}  // namespace wattline
