// SPDX-License-Identifier: Apache-2.0
// wattcheck: judges the recorded rows of one run by rules, and prints one row per rule.
#pragma once
#include "cli/tool.hpp"
#include "wattcheck/options.hpp"

namespace wattline::wattcheck {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::wattcheck
