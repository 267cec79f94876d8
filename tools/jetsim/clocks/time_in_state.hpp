// SPDX-License-Identifier: Apache-2.0
// How long a clock stood at each entry of its table, and how often it changed: cpufreq's stats, devfreq's trans_stat.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wattline::jetsim {

class TimeInState {
 public:
  explicit TimeInState(std::vector<std::int64_t> table) : table_(std::move(table)), ns_(table_.size()) {}
  void add(std::int64_t clock, std::int64_t ns);
  // Lines "clock ticks", in units of 10 ms (drivers/cpufreq/cpufreq_stats.c).
  std::string time_in_state() const;
  // drivers/devfreq/devfreq.c, with transitions counted on the line of the clock that was left.
  std::string trans_stat() const;
  // The same without times, as cpufreq_stats.c prints it.
  std::string trans_table() const;
  void reset();
  long long changes() const { return changes_; }

 private:
  std::vector<std::int64_t> table_, ns_;
  std::vector<std::vector<int>> moves_;
  std::size_t last_ = 0;
  long long changes_ = 0;
};

}  // namespace wattline::jetsim
