// SPDX-License-Identifier: Apache-2.0
// The options of wattcompare.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.hpp"
#include "wattcompare/comparison.hpp"

namespace wattline::wattcompare {

inline constexpr const char* kAutomatic = "auto";  // of --cool-down

struct Options {
  cli::RowOptions rows;
  std::vector<std::string> commands;  // shell lines
  std::vector<std::string> modes;     // instead: power modes for the command after --
  std::string from;                   // or a file of run rows to judge
  std::string runs_out;
  Rules rules;
  std::size_t max_runs = 40;
  std::int64_t max_time_ns = 0;  // 0 = no limit
  int warm_up = 1;
  std::string cool_down = kAutomatic;  // or a time
  std::int64_t cool_limit_ns = 60'000'000'000;
  bool cool_limit_given = false;
  std::int64_t timeout_ns = 1'800'000'000'000;
  std::int64_t interval_ns = 100'000'000;
  std::string rail = "TOTAL";
  std::uint64_t seed = 1;
  bool as_root = false;
};

void declare(cli::App& app, Options& options);
// Throws a usage error for what does not go together.
void check(const Options& options, const cli::Context& context);

}  // namespace wattline::wattcompare
