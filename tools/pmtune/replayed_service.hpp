// SPDX-License-Identifier: Apache-2.0
// A service on a recorded table.
#pragma once
#include "cli/context.hpp"
#include "pmtune/options.hpp"

namespace wattline::pmtune {

int replay_service(const Options& options, cli::Context& context);

}  // namespace wattline::pmtune
