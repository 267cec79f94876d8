// SPDX-License-Identifier: Apache-2.0
// The options of joules.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/progress_option.hpp"
#include "cli/row_stream.hpp"

namespace wattline::joules {

// The clock by which power and intervals are joined: CLOCK_MONOTONIC, which is that of one boot, or the wall clock.
enum class JoinClock { mono, time };

// What joules does; all but the first are subcommands.
enum class Job { join, account, calibrate };

// joules -- COMMAND.
struct CommandOptions {
  int runs = 1, warmup = 0;
  std::int64_t idle_ns = 0;  // before the runs, for the net energy; 0 = none
  std::int64_t interval_ns = 100'000'000;
  std::string log;  // where the power rows stay; empty = nowhere
  bool as_root = false;
  cli::ProgressOption progress;
};

struct Options {
  CommandOptions command;
  Job job = Job::join;
  cli::RowOptions rows;
  std::vector<std::string> power_files;
  std::vector<std::string> rails{"TOTAL"};
  std::string input = "-";  // interval rows
  JoinClock clock = JoinClock::mono;
  bool interpolate = false;  // energy of intervals shorter than the sensor's window, too
  bool fit = false;          // energy of --by from a regression
  bool allow_mixed = false;  // join measured with emulated or replayed rows
  bool sort = false;
  bool marks_end = false;                   // a mark ends its interval, and does not begin it
  bool all = false;                         // one sum over all rows
  std::vector<std::string> by;              // sums over equal values of these columns; "stage" is derived
  std::string per;                          // column whose sum divides the energies; empty = none
  std::string net;                          // power summary whose mean power is the baseline; empty = none
  std::string align;                        // marks of the power side; the first is the start of the first interval
  std::vector<std::string> accounts;        // NAME=FILE,...: programs whose energy to tell apart
  std::string programs;                     // rows of `loadlog programs`; empty = none
  bool control_groups = false;              // of these rows, those of control groups
  std::string meter_file;                   // meter rows to fit the rails against
  std::int64_t max_gap_ns = 1'000'000'000;  // longest time without power rows to bridge
};

// Whether it prints sums of the intervals, and not each of them.
inline bool sums(const Options& options) {
  return options.all || !options.by.empty() || !options.per.empty();
}

// The options of joules itself; the subcommands take some of them, too.
void declare(cli::App& app, Options& options);
void declare_account(cli::App& app, Options& options);
void declare_calibrate(cli::App& app, Options& options);
// Refuses what the job would ignore.
void check(const Options& options, bool runs_command);

}  // namespace wattline::joules
