// SPDX-License-Identifier: Apache-2.0
// The options of sampling.
#pragma once
#include <cstdint>
#include <string>

#include "cli/sampling.hpp"

namespace wattline::loadlog {

struct Options {
  cli::SamplingOptions sampling;
  std::string disk;        // a path on it, its device node or its name; empty = no disk
  std::int64_t pid = 0;    // process whose reads are counted; 0 = none
  bool cmd = false;        // count those of the wrapped command
  std::string prometheus;  // file for the textfile collector of node_exporter; empty = none
  bool per_core = false;   // lists of each core's use and clock
};

void declare_per_core(cli::App& app, bool& per_core);
// All columns but the per-core lists, unless they are asked for.
cli::RowOptions choose_columns(cli::RowOptions rows, bool per_core);

void declare(cli::App& app, Options& options);
// Refuses options that do not go together, before anything is opened.
void check(const Options& options, const cli::Context& context);

}  // namespace wattline::loadlog
