// SPDX-License-Identifier: Apache-2.0
// The subcommands of pmpredict, each defined in the file of its name.
#pragma once
#include "cli/subcommands.hpp"

namespace wattline::pmpredict {

cli::Subcommand design_subcommand();
cli::Subcommand fit_subcommand();
cli::Subcommand apply_subcommand();
cli::Subcommand pareto_subcommand();
cli::Subcommand score_subcommand();
cli::Subcommand epoch_subcommand();
cli::Subcommand match_subcommand();

}  // namespace wattline::pmpredict
