// SPDX-License-Identifier: Apache-2.0
// Walks power samples and intervals together by time, holding only the intervals that are open.
#pragma once
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/rail_track.hpp"
#include "joules/group_power.hpp"
#include "joules/intervals.hpp"
#include "joules/power_stream.hpp"

namespace wattline::joules {

struct JoinOptions {
  double max_gap_s = 1;
  bool check_clocks = true;      // both sides must come from one boot
  GroupPower* groups = nullptr;  // gets all intervals and readings too
};

class Joiner {
 public:
  Joiner(PowerStream& power, IntervalReader& intervals, const std::vector<std::string>& rails,
         const JoinOptions& options);
  // Calls done(interval) in the order of the input, as soon as its energies are complete.
  void run(const std::function<void(const Interval&)>& done);

 private:
  void open_until(double t_s);
  void add_power(const PowerSample& sample);
  void check_clocks(double t_s);
  void check_clock(Interval& interval) const;
  void finish(double until_s, const std::function<void(const Interval&)>& done);
  double final_until_s() const;
  void require_all_rails() const;
  PowerStream& power_;
  IntervalReader& intervals_;
  std::vector<std::string> rails_;
  JoinOptions options_;
  std::vector<RailTrack> tracks_;
  std::vector<bool> seen_;
  std::deque<Interval> open_;
  std::optional<Interval> upcoming_;
};

}  // namespace wattline::joules
