// SPDX-License-Identifier: Apache-2.0
// pmtune: runs a command, and finds the best power mode for it while it does its work.
#pragma once
#include "cli/tool.hpp"
#include "pmtune/options.hpp"

namespace wattline::pmtune {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmtune
