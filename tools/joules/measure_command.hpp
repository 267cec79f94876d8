// SPDX-License-Identifier: Apache-2.0
// joules -- COMMAND: runs the command and says on standard error what energy it took.
#pragma once
#include "cli/context.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

// Returns the command's status.
int measure_command(const Options& options, cli::Context& context);

}  // namespace wattline::joules
