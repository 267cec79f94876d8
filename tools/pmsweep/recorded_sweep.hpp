// SPDX-License-Identifier: Apache-2.0
// `pmsweep replay TABLE`: the profiles of a recorded table in place of runs on a device.
#pragma once
#include "cli/tool.hpp"
#include "pmsweep/options.hpp"

namespace wattline::pmsweep {

// Prints a profile row for each run of the list. Returns the exit status.
int replay(const ReplayOptions& options, cli::Context& context);

}  // namespace wattline::pmsweep
