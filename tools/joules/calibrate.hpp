// SPDX-License-Identifier: Apache-2.0
// Fits a rail against a better meter: meter power = gain x rail power + offset.
#pragma once
#include "cli/tool.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

// Prints one row per rail, as powerlog --calibration reads them. The meter's rows are those of the rail METER in
// options.meter_file, which powerlog import meter makes.
int calibrate(const Options& options, cli::Context& context);

}  // namespace wattline::joules
