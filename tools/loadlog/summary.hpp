// SPDX-License-Identifier: Apache-2.0
// The summary of a load log: smallest, mean and largest value of each column, and the share of time at each clock.
#pragma once
#include <vector>

#include "base/statistics.hpp"
#include "io/tsv.hpp"
#include "platform/load/clock_times.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::loadlog {

class Summary {
 public:
  Summary();
  void add(const platform::LoadRow& load);
  // `missed`: ticks that passed without a row.
  void write(const platform::ClockTimes& shares, long long missed, const char* source, io::TsvWriter& rows) const;

 private:
  std::vector<Running> columns_;  // as platform::load_columns()
};

}  // namespace wattline::loadlog
