// SPDX-License-Identifier: Apache-2.0
// The subcommands of pmode, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::pmode {

cli::Subcommand get_subcommand(), list_subcommand(), axes_subcommand(), set_subcommand(), run_subcommand(),
    hold_subcommand(), pin_subcommand(), unpin_subcommand(), save_subcommand(), restore_subcommand(),
    verify_subcommand(), watch_subcommand(), enum_subcommand(), export_subcommand(), board_subcommand(),
    bench_subcommand(), check_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {get_subcommand(),    list_subcommand(),  axes_subcommand(),  set_subcommand(),   run_subcommand(),
          hold_subcommand(),   pin_subcommand(),   unpin_subcommand(), save_subcommand(),  restore_subcommand(),
          verify_subcommand(), watch_subcommand(), enum_subcommand(),  check_subcommand(), export_subcommand(),
          board_subcommand(),  bench_subcommand()};
}

}  // namespace wattline::pmode
