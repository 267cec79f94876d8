// SPDX-License-Identifier: Apache-2.0
// A run that trains or only loads, epoch by epoch. Its summary says how it ended.
#pragma once
#include "trainstep/options.hpp"

namespace wattline::trainstep {

int run_training(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
