// SPDX-License-Identifier: Apache-2.0
// pmsweep: profiles one command in each mode of a list, unattended and resumable.
#pragma once
#include "cli/tool.hpp"
#include "pmsweep/options.hpp"

namespace wattline::pmsweep {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmsweep
