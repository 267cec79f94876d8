// SPDX-License-Identifier: Apache-2.0
// trainstep what-if: the epoch time with other loader threads, another disk, more memory or another batch.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.hpp"

namespace wattline::trainstep {

struct WhatIfOptions {
  std::vector<std::string> compute;                            // step rows of runs that did not wait for data
  std::string cold;                                            // step rows of a run with a cold page cache
  std::vector<std::string> workers, bandwidth, memory, batch;  // what is asked; empty = as it was
  double samples = 0;                                          // 0 = those of the cold run
  std::int64_t data_b = 0;                                     // 0 = the size of the data of the cold run
  bool pinned = false, sequential = false;
  bool allow_mixed = false;                    // accept rows of different sources together
  std::int64_t parallel_reads = 1, cores = 0;  // 0 cores = all available ones
};

void declare_what_if(cli::App& app, WhatIfOptions& options);
const io::RowKind& what_if_rows();
int print_what_if(const WhatIfOptions& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::trainstep
