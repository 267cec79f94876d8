// SPDX-License-Identifier: Apache-2.0
// `pmsearch run`: profiles mode after mode, through pmsweep or from a recorded table, until the search decides.
#pragma once
#include <string>
#include <vector>

#include "pmsearch/options.hpp"

namespace wattline::pmsearch {

struct RunOptions {
  SearchOptions search;
  std::string replay;  // a table that answers instead of a device
  std::string infer;   // with `replay`: the table of the inference workload
  std::vector<std::string> sweep_options;
  std::string sweep_program;  // empty = the pmsweep beside this tool
};

// Returns the exit status.
int run(const RunOptions& options, cli::Context& context);

}  // namespace wattline::pmsearch
