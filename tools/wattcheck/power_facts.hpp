// SPDX-License-Identifier: Apache-2.0
// What the rules need to know of the power readings of a run. It is added up reading by reading, in order of time, so
// that a log of any length takes the same memory.
#pragma once
#include <cstddef>
#include <optional>
#include <set>

#include "base/energy_result.hpp"
#include "base/rail_track.hpp"
#include "base/statistics.hpp"
#include "wattcheck/quarter_means.hpp"
#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

class PowerFacts {
 public:
  // `steps`: from the start of the first to the end of the last, counted or not; empty without steps.
  PowerFacts(const Span& phase, const std::optional<Span>& steps, const RailFacts& rail);
  void add(const PowerReading& reading);
  // After the last reading.
  void finish();

  static constexpr std::size_t kMostDistinct = 1000;  // of which each has been seen
  // In the counted phase:
  Running fresh_w;  // readings that have a power and that the sensor did not repeat
  long long known = 0, repeated = 0, negative = 0;
  std::set<double> distinct_w;  // the first kMostDistinct values of fresh readings
  std::optional<Place> first_negative;
  QuarterMeans quarters_w;
  double longest_gap_s = 0;  // without a fresh reading, also where the log begins too late or ends too early
  std::optional<Place> gap_end;
  EnergyResult energy;  // what joules computes for the phase as one interval

  Running resting_w;  // fresh readings before the first step and after the last

 private:
  void add_energy(const PowerReading& reading);
  void note_gap(const PowerReading& reading);
  Span phase_;
  std::optional<Span> steps_;
  RailFacts rail_;
  RailTrack track_;
  IntervalEnergy interval_;
  double last_fresh_s_;
  std::optional<Place> last_;
};

}  // namespace wattline::wattcheck
