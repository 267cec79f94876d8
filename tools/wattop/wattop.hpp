// SPDX-License-Identifier: Apache-2.0
// wattop: what a board does now, from the rows of powerlog and loadlog, on a terminal or as text.
#pragma once
#include "cli/tool.hpp"
#include "wattop/options.hpp"

namespace wattline::wattop {

cli::About about();
int run(const Options& options, cli::Context& context);

}  // namespace wattline::wattop
