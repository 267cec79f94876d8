// SPDX-License-Identifier: Apache-2.0
// The energy of one interval on one rail, added up from the stretches of time over which the power is known.
#pragma once
#include <optional>

namespace wattline {

// What is known of a rail's sensor.
struct RailFacts {
  double window_s = 0;            // that one reading averages over
  std::optional<double> error_w;  // bound of the error of a reading
  bool counter = false;           // a reading is the mean since the one before it
};

// Facts of one rail from two files of its readings: the larger window and error.
void widen(RailFacts& facts, const RailFacts& more);

// Power between two instants: linear, or constant when both ends are equal.
struct Segment {
  double start_s, end_s, start_w, end_w;
  double repetition = 1;  // factor of the variance of a sum of readings (base/repetition.hpp)
};

struct IntervalEnergy {
  double start_s = 0, end_s = 0;
  double energy_j = 0, covered_s = 0;
  long long samples = 0;
  double sampling_j2 = 0;                   // variance of the sampling error of independent readings
  double repeated_j2 = 0;                   // that of readings which repeat each other
  double edge_start_w = 0, edge_end_w = 0;  // change of power across the segments at the ends
  bool touched = false;                     // a segment reaches it, were it without length

  double length_s() const { return end_s - start_s; }
  void add(const Segment& segment);
  void count_sample(double t_s) { samples += t_s > start_s && t_s <= end_s ? 1 : 0; }
  // Six decimals of each time may be off by half of the last.
  bool covered() const { return touched && covered_s + 4e-6 >= length_s(); }
};

// Bound of the energy error where power changes by change_w at one end of an interval. A moving average smears a step
// of power by up to an eighth of window x step across an instant, and the age of the reading moves it by up to a
// window.
double edge_error_j(double change_w, const RailFacts& facts);

}  // namespace wattline
