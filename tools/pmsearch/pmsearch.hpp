// SPDX-License-Identifier: Apache-2.0
// The subcommands of pmsearch, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::pmsearch {

cli::Subcommand next_subcommand(), run_subcommand(), explain_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {next_subcommand(), run_subcommand(), explain_subcommand()};
}

}  // namespace wattline::pmsearch
