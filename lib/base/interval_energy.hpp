// SPDX-License-Identifier: Apache-2.0
// The energy of one interval on one rail, added up from the stretches of time over which the power is known, with all
// that its error bound consists of.
#pragma once
#include <array>
#include <optional>

namespace wattline {

// What a reading cannot tell: half a step of quantisation and one step of offset (INA3221 data sheet SBOS576).
constexpr double kErrorSteps = 1.5;

// What is known of a rail's sensor.
struct RailFacts {
  double window_s = 0;            // that one reading averages over
  std::optional<double> error_w;  // bound of the error of a reading
  bool counter = false;           // a reading is the mean since the one before it
  bool one_chip = true;           // it is not a sum of what several chips convert, each in its own time
};

// Facts of one rail from two files of its readings: the larger window and error.
void widen(RailFacts& facts, const RailFacts& more);

// Power between two instants, linear or constant, and how well it is known there.
struct Segment {
  double start_s, end_s, start_w, end_w;
  double unseen = 0;             // share of the time over which no reading averages
  double change_w = 0;           // between the readings at its ends
  double usual_w2 = 0;           // mean square of the latest changes
  double repetition = 1;         // factor of the variance of a sum of readings (base/repetition.hpp)
  double jitter_j2 = 0;          // variance of its energy: when the readings were taken is not known exactly
  double edge_j = 0;             // bound of the error of an interval that begins or ends here
  double resolution_s = 0;       // what is shorter cannot be told from its neighbours
  double low_w = 0, high_w = 0;  // of the power of this rail so far
  bool missed = false;           // readings that were due in it are missing

  double length_s() const { return end_s - start_s; }
};

struct IntervalEnergy {
  double start_s = 0, end_s = 0;
  double energy_j = 0, covered_s = 0;
  long long samples = 0, segments = 0;
  double sampling_j2 = 0;  // variance of the sampling error of independent readings
  double repeated_j2 = 0;  // that of readings which repeat each other
  double usual_j2 = 0;     // that of independent readings with changes of the usual size
  double jitter_j2 = 0;
  double missed_j = 0;                             // bound of the error where readings are missing
  double first_edge_j = 0;                         // larger edge_j of the first two segments
  double last_edge_j = 0, before_last_edge_j = 0;  // of the last two
  double resolution_s = 0, longest_segment_s = 0;  // of all segments
  double low_w = 0, high_w = 0;
  double unseen_s = 0;            // over which no reading averages
  std::array<int, 4> readings{};  // in each quarter of the interval
  bool touched = false;           // a segment reaches it, were it without length

  double length_s() const { return end_s - start_s; }
  void add(const Segment& segment);
  // A reading of a sensor that averages over window_s.
  void count_sample(double t_s, double window_s);
  // Six decimals of each time may be off by half of the last.
  bool covered() const { return touched && covered_s + 4e-6 >= length_s(); }
  // Whether the readings tell its power from that of what is beside it.
  bool resolved() const { return length_s() >= resolution_s || length_s() <= 0; }
  double end_edge_j() const { return last_edge_j > before_last_edge_j ? last_edge_j : before_last_edge_j; }
};

}  // namespace wattline
