// SPDX-License-Identifier: Apache-2.0
// What throttles the board, as the rows show it: counters of events that grow, alarms, and clocks that are lower than
// they were pinned to.
#pragma once
#include <array>
#include <deque>
#include <vector>

#include "wattop/board_readings.hpp"

namespace wattline::wattop {

class Throttling {
 public:
  // The latest load, whose counters are compared with those of the load before. `state` has the limits of the mode.
  void take(const platform::LoadRow& now, BoardReadings& state);

 private:
  void take_counter(const platform::LoadRow& now, BoardReadings& state);
  void take_clocks(const platform::LoadRow& now, BoardReadings& state);

  double over_current_s_ = -1;      // when the counter has grown last; the events of a stretch of time are one
  double over_current_from_ = 0;    // what it was before
  std::array<bool, 3> is_below_{};  // CPU, GPU, EMC
};

// Zones that have reached their trip point since the load before, or have left it.
void note_trips(BoardReadings& state, const std::vector<ZoneView>& now);

}  // namespace wattline::wattop
