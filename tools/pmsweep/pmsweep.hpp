// SPDX-License-Identifier: Apache-2.0
// pmsweep: profiles one command in each mode of a list, unattended and resumable.
#pragma once
#include <cstdint>
#include <string>

#include "base/steady_window.hpp"
#include "cli/tool.hpp"

namespace wattline::pmsweep {

struct Options {
  cli::RowOptions rows;
  std::string modes = "-";
  std::string out;  // empty: runs, or runs.2, runs.3 ... when there is one
  bool live = false;
  bool resume = false;
  std::string only;  // "missing": make up for runs that failed, too
  std::string order = "given";
  std::uint64_t seed = 1;
  std::string shard;     // K/N
  std::string sentinel;  // MODE/PERIOD
  int runs = 1;
  std::string prepare, cleanup;
  std::string cool_to;  // degrees Celsius
  std::string rail = "TOTAL";
  std::int64_t cool_limit_ns = 600'000'000'000;
  std::int64_t timeout_ns = 1'800'000'000'000;
  std::int64_t interval_ns = 100'000'000;
  std::int64_t window_ns = 5'000'000'000;
  std::int64_t settle_ns = 30'000'000'000;
  SteadyLimits limits;
  bool as_root = false;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmsweep
