// SPDX-License-Identifier: Apache-2.0
// The numbers of a load row in the order of its column table, and their summary.
#pragma once
#include <vector>

#include "base/statistics.hpp"
#include "io/tsv.hpp"
#include "platform/load/clock_times.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::loadlog {

struct Field {
  const char* column;
  double platform::LoadRow::*value;
};
// In table order, between mono_s and zone_temps.
const std::vector<Field>& fields();

// Writes everything after mono_s, allocating nothing once the texts have grown.
class RowWriter {
 public:
  void write(const platform::LoadRow& row, const char* source, io::TsvWriter& rows);

 private:
  std::string list_;
};

class Summary {
 public:
  Summary();
  void add(const platform::LoadRow& row);
  void write(const platform::ClockTimes& shares, long long missed, const char* source, io::TsvWriter& rows) const;

 private:
  std::vector<Running> running_;
};

}  // namespace wattline::loadlog
