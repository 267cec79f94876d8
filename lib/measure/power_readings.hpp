// SPDX-License-Identifier: Apache-2.0
// The latest power readings of a rail, and the energy of stretches of time.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "base/energy_result.hpp"

namespace wattline::measure {

struct Stretch {
  double start_s, end_s;  // CLOCK_MONOTONIC
};

class PowerReadings {
 public:
  void add(double mono_s, double watts, bool stale) { readings_.push_back({mono_s, watts, stale}); }
  void forget_until(double mono_s);
  bool reach(double mono_s) const { return !readings_.empty() && readings_.back().mono_s >= mono_s; }
  // Whether the sensor has measured at this time or later, and not only repeated its last reading.
  bool has_fresh(double mono_s) const;
  // The stretches come in order and do not overlap. A sum over stretches that are shorter than the sensor's window is
  // allowed where all of them together are not.
  EnergyResult energy(const std::vector<Stretch>& stretches, const RailFacts& facts) const;
  // The readings in it that the sensor did not repeat.
  std::vector<double> fresh_watts(const Stretch& stretch) const;
  // Of the readings of the last `length_s` before now; empty when there are none.
  struct Level {
    double mean_w, sd_w, readings;
  };
  std::optional<Level> level(double now_s, double length_s) const;

 private:
  struct Reading {
    double mono_s, watts;
    bool stale;
  };
  std::deque<Reading> readings_;
};

}  // namespace wattline::measure
