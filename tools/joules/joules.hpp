// SPDX-License-Identifier: Apache-2.0
// joules: adds the energy to every interval row, from recorded power rows, in one pass.
#pragma once
#include "cli/subcommands.hpp"
#include "cli/tool.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

cli::About about();
cli::Actions actions();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::joules
