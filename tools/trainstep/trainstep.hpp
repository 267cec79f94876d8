// SPDX-License-Identifier: Apache-2.0
// trainstep: train a network and time every minibatch.
#pragma once
#include "cli/subcommands.hpp"

namespace wattline::trainstep {

cli::About about();

// The subcommand info, and what trainstep does without one, which is to train.
cli::Actions actions();

}  // namespace wattline::trainstep
