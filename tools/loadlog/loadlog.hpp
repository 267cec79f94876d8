// SPDX-License-Identifier: Apache-2.0
// loadlog: samples what the machine is busy with, one row per tick.
#pragma once
#include "cli/subcommands.hpp"
#include "loadlog/options.hpp"

namespace wattline::loadlog {

cli::About about();
cli::Actions actions();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::loadlog
