// SPDX-License-Identifier: Apache-2.0
// The same decisions on a recorded table.
#pragma once
#include "cli/context.hpp"
#include "pmtune/options.hpp"

namespace wattline::pmtune {

int replay(const Options& options, cli::Context& context);

}  // namespace wattline::pmtune
