// SPDX-License-Identifier: Apache-2.0
// The subcommands of dsgen, each defined in the file of its name.
#pragma once
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

}  // namespace wattline::dsgen
