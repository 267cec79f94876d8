// SPDX-License-Identifier: Apache-2.0
// joules --account: who used the energy, if several programs ran at the same time.
#pragma once
#include "cli/context.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

// Prints one row per account and rail: `idle`, which is what the board draws without the programs; `shared`, which they
// cause together; each program; and `all`.
int print_accounts(const Options& options, cli::Context& context);

}  // namespace wattline::joules
