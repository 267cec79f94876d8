// SPDX-License-Identifier: Apache-2.0
// What the rules need to know of the load rows of a run, added up row by row, in order of time.
#pragma once
#include <array>
#include <optional>

#include "base/statistics.hpp"
#include "wattcheck/quarter_means.hpp"
#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

// Logs of the machine may begin and end this much inside of the phase, since they are started and stopped one after the
// other.
inline constexpr double kEdgeS = 5;

class LoadFacts {
 public:
  explicit LoadFacts(const Span& phase) : quarters_c(phase), phase_(phase) {}
  void add(const LoadReading& tick);

  // Rows from the start of the phase to its end: events in between are in them.
  bool cover_phase() const;

  struct Extreme {
    double value;
    Place place;
  };
  // The least and the largest value of a column.
  struct Spread {
    std::optional<Extreme> low, high;
  };

  // In the counted phase:
  long long rows = 0;
  std::optional<Extreme> hottest_c;
  QuarterMeans quarters_c;            // of the temperature
  Running others_pct;                 // CPU use of other processes
  std::array<Spread, 4> clocks;       // cores and clocks
  std::optional<Place> undervoltage;  // first row with an alarm
  bool reads_known = false;           // of a disk
  // Events of over-current, from the row before the phase to the one after it.
  bool overcurrent_known = false;
  double overcurrent_events = 0;
  std::optional<Place> first_overcurrent;
  std::optional<Place> overcurrent_reset;  // first row whose counter is less than that of the row before

 private:
  void add_overcurrent(const LoadReading& tick);
  Span phase_;
  std::optional<Span> all_;
  std::optional<double> last_events_;
  bool overcurrent_done_ = false;
};

}  // namespace wattline::wattcheck
