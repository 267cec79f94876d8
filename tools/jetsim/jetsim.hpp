// SPDX-License-Identifier: Apache-2.0
// The subcommands of jetsim, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::jetsim {

cli::Subcommand list_subcommand(), mount_subcommand(), run_subcommand(), disk_subcommand(), umount_subcommand(),
    fault_subcommand(), ledger_subcommand(), step_subcommand(), truth_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {list_subcommand(),  mount_subcommand(),  run_subcommand(),  disk_subcommand(), umount_subcommand(),
          fault_subcommand(), ledger_subcommand(), step_subcommand(), truth_subcommand()};
}

}  // namespace wattline::jetsim
