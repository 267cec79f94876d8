// SPDX-License-Identifier: Apache-2.0
// The subcommands of pmode, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::pmode {

cli::Subcommand get_subcommand();
cli::Subcommand list_subcommand();
cli::Subcommand axes_subcommand();
cli::Subcommand set_subcommand();
cli::Subcommand run_subcommand();
cli::Subcommand hold_subcommand();
cli::Subcommand pin_subcommand();
cli::Subcommand unpin_subcommand();
cli::Subcommand save_subcommand();
cli::Subcommand restore_subcommand();
cli::Subcommand verify_subcommand();
cli::Subcommand watch_subcommand();
cli::Subcommand board_subcommand();
cli::Subcommand enum_subcommand();
cli::Subcommand export_subcommand();
cli::Subcommand bench_subcommand();

}  // namespace wattline::pmode
