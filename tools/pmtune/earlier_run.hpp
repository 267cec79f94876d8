// SPDX-License-Identifier: Apache-2.0
// What an earlier run of the same command measured.
#pragma once
#include <vector>

#include "cli/context.hpp"
#include "model/mode.hpp"
#include "pmtune/options.hpp"

namespace wattline::pmtune {

// Of the rows that the options name; none where they name no file, or one that does not exist yet. Warns if the rows
// are of another command.
std::vector<model::ModeReading> earlier_readings(cli::Context& context, const Options& options);

}  // namespace wattline::pmtune
