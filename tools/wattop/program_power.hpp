// SPDX-License-Identifier: Apache-2.0
// What each program adds to the power of the board now, as `joules account` tells it: from the times of the last
// minutes in which different programs ran.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/rail_track.hpp"
#include "model/energy_division.hpp"
#include "model/program_history.hpp"
#include "wattop/board_readings.hpp"
#include "wattop/row_samples.hpp"

namespace wattline::wattop {

class ProgramPower {
 public:
  // Of the rail that is the total. `facts`: what is known of its sensor.
  void take_power(double mono_s, const RailSample& sample, const RailFacts& facts);
  void take_clocks(double mono_s, double cpu_khz, double gpu_hz);
  // A row of `loadlog programs`.
  void take(double mono_s, const ProgramSample& sample);
  // The programs of the latest tick, the busiest first, after what the idle board draws and what all programs add to
  // it, where these can be divided. `pinned`: the clocks are. Powers are means of a few seconds.
  std::vector<ProgramView> views(bool pinned);

 private:
  void note_time(double mono_s);
  void begin_tick(double mono_s);
  std::vector<model::AccountLog> account_logs() const;
  void divide(bool pinned);
  std::optional<double> mean_w(double from_s, double to_s) const;
  ProgramView view_of(const std::string& name, const model::EnergyDivision& division,
                      const model::EnergyDivision::Energy& energy, double all_j) const;
  struct Clocks {
    double start_s, end_s, cpu_khz, gpu_hz;
  };
  static constexpr double kKeptS = 600;
  double latest_s_ = 0;  // of all rows
  std::optional<RailTrack> total_;
  std::deque<Segment> power_;
  std::deque<Clocks> clocks_;
  std::optional<double> clocks_s_;  // when the clocks were read last
  model::ProgramHistory history_{kKeptS};
  std::vector<ProgramView> latest_;           // of the latest tick
  std::vector<ProgramView> common_, powers_;  // of the last division: not of programs, and of programs
  std::optional<double> tick_s_, divided_s_;
  bool pinned_ = false;
};

}  // namespace wattline::wattop
