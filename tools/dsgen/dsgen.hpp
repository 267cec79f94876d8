// SPDX-License-Identifier: Apache-2.0
// The subcommands of dsgen, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::dsgen {

cli::Subcommand images_subcommand();
cli::Subcommand idx_subcommand();
cli::Subcommand cifar_subcommand();
cli::Subcommand landmarks_subcommand();
cli::Subcommand boxes_subcommand();
cli::Subcommand tokens_subcommand();
cli::Subcommand questions_subcommand();
cli::Subcommand scale_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {images_subcommand(), idx_subcommand(),    cifar_subcommand(),     landmarks_subcommand(),
          boxes_subcommand(),  tokens_subcommand(), questions_subcommand(), scale_subcommand()};
}

}  // namespace wattline::dsgen
