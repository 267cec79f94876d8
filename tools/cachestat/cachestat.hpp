// SPDX-License-Identifier: Apache-2.0
// cachestat: which part of a data set is in the page cache; warm it, evict it, pin a part of it.
#pragma once
#include <functional>
#include <vector>

#include "cachestat/options.hpp"
#include "cli/subcommands.hpp"

namespace wattline::cachestat {

cli::About about();

// The subcommands, and what cachestat does without one, which is scan.
cli::Actions actions();

// Checks the options, then runs `action` with them. A list that `action` reads more than once is copied first when it
// comes from a pipe.
enum class ListReads { once, often };
int run_checked(const Options& options, ListReads reads, cli::Context& context,
                const std::function<int(const Options&)>& action);

}  // namespace wattline::cachestat
