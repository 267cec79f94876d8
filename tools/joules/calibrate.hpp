// SPDX-License-Identifier: Apache-2.0
// Fits a rail against a better meter: meter power = gain x rail power + offset.
#pragma once
#include <string>

#include "cli/tool.hpp"
#include "joules/joules.hpp"

namespace wattline::joules {

// Prints a row per rail, as powerlog --calibration reads them. The meter's rows are those of the rail METER (powerlog
// --from meter); each covers the time since the one before it.
int calibrate(const Options& options, const std::string& meter_file, cli::Context& context);

}  // namespace wattline::joules
