// SPDX-License-Identifier: Apache-2.0
// One run of a command and what was measured of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/time_columns.hpp"

namespace wattline::wattcompare {

struct MeasuredRun : io::IntervalTimes {
  std::int64_t block = 0, position = 0, command = 0;  // from 1; block 0 is the warm-up
  std::optional<double> time_s, power_w, energy_j;    // of the whole run
  std::int64_t steps = 0;                             // counted step rows
  std::optional<double> step_ms, step_power_w, step_energy_j;
  std::optional<double> start_temp_c;
  double cool_down_s = 0;  // waited after the run before it
  std::string source;
};

// What is compared.
struct Quantity {
  const char* name;    // in the rows of comparisons
  const char* column;  // in the rows of runs
  const char* unit;
  bool of_step;
  std::optional<double> MeasuredRun::*value;
};
const std::vector<Quantity>& quantities();

}  // namespace wattline::wattcompare
