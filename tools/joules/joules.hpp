// SPDX-License-Identifier: Apache-2.0
// joules: gives every interval row its energy, from recorded power rows, in one pass.
#pragma once
#include <string>
#include <vector>

#include "cli/tool.hpp"

namespace wattline::joules {

struct Options {
  cli::RowOptions rows;
  std::vector<std::string> power_files;
  std::vector<std::string> rails{"TOTAL"};
  std::string input = "-";    // interval rows
  std::string join = "mono";  // or "time"
  bool interpolate = false;   // joules also for intervals shorter than the sensor's window
  bool allow_mixed = false;
  bool sort = false;
  std::vector<std::string> by;  // sums over equal values of these columns; "stage" is derived
  std::string net;              // power summary whose mean power is the baseline
  std::string align;            // marks of the power side; the first is the start of the first interval
  std::string calibrate;        // meter rows to fit the rails against, instead of joining intervals
  std::int64_t max_gap_ns = 1'000'000'000;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::joules
