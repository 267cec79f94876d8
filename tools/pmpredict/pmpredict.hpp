// SPDX-License-Identifier: Apache-2.0
// The subcommands of pmpredict, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::pmpredict {

cli::Subcommand design_subcommand(), fit_subcommand(), apply_subcommand(), pareto_subcommand(), score_subcommand(),
    epoch_subcommand(), match_subcommand(), phases_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {design_subcommand(), fit_subcommand(),   apply_subcommand(), pareto_subcommand(),
          score_subcommand(),  epoch_subcommand(), match_subcommand(), phases_subcommand()};
}

}  // namespace wattline::pmpredict
