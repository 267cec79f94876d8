// SPDX-License-Identifier: Apache-2.0
// The step rows that a command left in a file.
#pragma once
#include <string>
#include <vector>

#include "io/tsv_row.hpp"
#include "measure/power_readings.hpp"

namespace wattline::wattcompare {

using measure::Stretch;

struct PrintedSteps {
  bool found = false;  // the header of step rows
  long long counted = 0;
  double sum_ms = 0;
  std::vector<Stretch> stretches;  // of the counted steps; those that follow each other are one
  std::string source;
  io::TextLines text;  // between the rows
};

// `name` is what messages call the file. None when it is empty, has other text or is not there. Throws a data error for
// a malformed row.
PrintedSteps read_printed_steps(const std::string& path, const std::string& name);

}  // namespace wattline::wattcompare
