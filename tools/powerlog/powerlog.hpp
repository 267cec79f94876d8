// SPDX-License-Identifier: Apache-2.0
// powerlog: samples power rails and integrates energy, until stopped or while a command runs.
#pragma once
#include "cli/subcommands.hpp"
#include "powerlog/options.hpp"

namespace wattline::powerlog {

cli::About about();
cli::Actions actions();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::powerlog
