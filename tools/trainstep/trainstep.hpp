// SPDX-License-Identifier: Apache-2.0
// trainstep: train a network and time every minibatch.
#pragma once
#include "cli/tool.hpp"
#include "trainstep/options.hpp"

namespace wattline::trainstep {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
