// SPDX-License-Identifier: Apache-2.0
// The options of joules.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/row_stream.hpp"

namespace wattline::joules {

// The clock by which power and intervals are joined: CLOCK_MONOTONIC, which is that of one boot, or the wall clock.
enum class JoinClock { mono, time };

struct Options {
  cli::RowOptions rows;
  std::vector<std::string> power_files;
  std::vector<std::string> rails{"TOTAL"};
  std::string input = "-";  // interval rows
  JoinClock clock = JoinClock::mono;
  bool interpolate = false;  // energy of intervals shorter than the sensor's window, too
  bool fit = false;          // energy of --by from a regression
  bool allow_mixed = false;  // join measured with emulated or replayed rows
  bool sort = false;
  std::vector<std::string> by;              // sums over equal values of these columns; "stage" is derived
  std::string net;                          // power summary whose mean power is the baseline; empty = none
  std::string align;                        // marks of the power side; the first is the start of the first interval
  std::vector<std::string> accounts;        // NAME=FILE,...: programs whose energy to tell apart, instead of intervals
  std::string meter_file;                   // meter rows to fit the rails against; empty = join intervals instead
  std::int64_t max_gap_ns = 1'000'000'000;  // longest time without power rows to bridge
};

void declare(cli::App& app, Options& options);
void check(const Options& options);

}  // namespace wattline::joules
