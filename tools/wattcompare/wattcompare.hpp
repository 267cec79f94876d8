// SPDX-License-Identifier: Apache-2.0
// wattcompare: runs commands in turn and says whether their time, power and energy differ.
#pragma once
#include "cli/tool.hpp"
#include "wattcompare/options.hpp"

namespace wattline::wattcompare {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::wattcompare
