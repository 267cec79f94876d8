// SPDX-License-Identifier: Apache-2.0
// Residency along each file, in parts of equally many pages.
#pragma once
#include <cstdint>

#include "cachestat/options.hpp"
#include "cli/context.hpp"

namespace wattline::cachestat {

// Prints `parts` rows per file. Returns the exit status.
int map(const Options& options, std::int64_t parts, cli::Context& context);

}  // namespace wattline::cachestat
