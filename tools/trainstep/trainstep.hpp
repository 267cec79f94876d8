// SPDX-License-Identifier: Apache-2.0
// trainstep: train a network and time every minibatch.
#pragma once
#include <vector>

#include "cli/subcommands.hpp"

namespace wattline::trainstep {

cli::About about();

// The subcommand info, and what trainstep does without one, which is to train. They share one Options.
struct Actions {
  std::vector<cli::Subcommand> subcommands;
  cli::DefaultAction train;
};
Actions actions();

}  // namespace wattline::trainstep
