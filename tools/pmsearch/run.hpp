// SPDX-License-Identifier: Apache-2.0
// `pmsearch run`: profiles mode after mode, through pmsweep or from a recorded table, until the search decides.
#pragma once
#include "pmsearch/options.hpp"

namespace wattline::pmsearch {

// Returns the exit status.
int run(const RunOptions& options, cli::Context& context);

}  // namespace wattline::pmsearch
