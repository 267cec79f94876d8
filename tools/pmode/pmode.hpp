// SPDX-License-Identifier: Apache-2.0
// pmode: show, list and set power modes; run a command under one.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/tool.hpp"

namespace wattline::pmode {

struct Options {
  std::string verb;
  cli::RowOptions rows;
  std::string mode;   // a mode, an id or name, or @FILE
  std::string conf;   // list: read this file instead of the board's
  std::string modes;  // set --dry-run: rows of modes
  bool one_row = false;
  bool dry_run = false, nearest = false, keep = false, pin = false, cap = false, as_root = false, via_nvpmodel = false;
  std::string governor, cpuidle, fan;  // empty = leave
  std::string file;                    // save, restore
  bool last = false;
  int id = -1;  // export
  std::string name;
  std::vector<std::string> axes, filters;  // enum
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  std::string order = "up", shard;
  std::string mode_b;  // bench
  unsigned repeat = 5;
  std::int64_t interval_ns = 1'000'000'000;  // watch
  std::int64_t count = 0;
  std::int64_t settle_ns = 1'000'000'000;
  std::int64_t wait_ns = 0;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmode
