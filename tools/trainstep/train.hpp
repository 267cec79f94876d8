// SPDX-License-Identifier: Apache-2.0
// A run that trains, or only loads: epoch by epoch, with everything that may go wrong on the way accounted for.
#pragma once
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

int run_training(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
