// SPDX-License-Identifier: Apache-2.0
// The option --context of the subcommands that emulate language models.
#pragma once
#include "cli/option_types.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

void declare_context(cli::App& app, int& context);
// Throws a usage error for a network that has no context.
void check_context(const Surface& surface, int context);

}  // namespace wattline::jetsim
