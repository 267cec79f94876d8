// SPDX-License-Identifier: Apache-2.0
// Intervals that were read, handed out in order of their starts. Of rows that overlap, such as requests that are
// answered at the same time, a sum has the time that they share once.
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/interval_energy.hpp"
#include "io/machine_tags.hpp"

namespace wattline::joules {

struct Interval {
  double start_s = 0, end_s = 0;           // on the clock of the join
  std::optional<double> offset_s;          // time_s - end_mono_s of the row
  std::optional<double> power_offset_s{};  // time_s - mono_s of the last power row before it began
  std::vector<std::string> fields;         // of the row without `source`, or the values of --by
  std::string source;
  double amount = 0;  // of the column of --per
  std::vector<io::MachineTag> machine;
  std::vector<IntervalEnergy> energies;  // one per rail
  bool clock_checked = false;
  bool counted = true;   // false: for the fit of the others alone, under a key of its own
  bool is_rest = false;  // its start was moved to the end of another one of its group
};

class IntervalQueue {
 public:
  // `sums`: intervals with equal fields are a group, whose energies are added up.
  explicit IntervalQueue(bool sums) : sums_(sums) {}
  // Costs little if the starts are nearly in order.
  void push(Interval interval);
  // In any order; sort() is to be called after the last.
  void push_unsorted(Interval interval) { waiting_.push_back(std::move(interval)); }
  void sort();
  bool empty() const { return waiting_.empty(); }
  double first_start_s() const { return waiting_.front().start_s; }
  void shift(double by_s);
  // The next one, unless one that starts earlier may still be pushed: those start at `from_s` or later.
  std::optional<Interval> pop(double from_s);

  // How many intervals began before another one of their group had ended, or another one of another group.
  long long overlaps_in_groups() const { return in_groups_; }
  long long overlaps_between_groups() const { return between_groups_; }

 private:
  bool cut(Interval& interval);
  bool sums_;
  std::deque<Interval> waiting_;
  std::map<std::vector<std::string>, double> ends_s_;  // of each group
  std::vector<std::string> last_group_;                // of what ends last of all
  bool last_counted_ = true;
  double last_end_s_ = -1e300;
  long long in_groups_ = 0, between_groups_ = 0;
};

}  // namespace wattline::joules
