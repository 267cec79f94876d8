// SPDX-License-Identifier: Apache-2.0
// The subcommands of dsgen, each defined in the file of its name.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::dsgen {

cli::Subcommand images_subcommand(), idx_subcommand(), cifar_subcommand(), landmarks_subcommand(), boxes_subcommand(),
    tokens_subcommand(), questions_subcommand(), scale_subcommand();

// In the order of --help.
inline std::vector<cli::Subcommand> subcommands() {
  return {images_subcommand(), idx_subcommand(),    cifar_subcommand(),     landmarks_subcommand(),
          boxes_subcommand(),  tokens_subcommand(), questions_subcommand(), scale_subcommand()};
}

}  // namespace wattline::dsgen
