// SPDX-License-Identifier: Apache-2.0
// The subcommands of jetsim, each defined in the file of its name.
#pragma once
#include "cli/subcommands.hpp"

namespace wattline::jetsim {

cli::Subcommand mount_subcommand();
cli::Subcommand umount_subcommand();
cli::Subcommand fault_subcommand();
cli::Subcommand ledger_subcommand();
cli::Subcommand step_subcommand();
cli::Subcommand truth_subcommand();

}  // namespace wattline::jetsim
