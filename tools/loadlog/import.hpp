// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "loadlog/loadlog.hpp"

namespace wattline::loadlog {

// Rows from lines of tegrastats.
int import_load(const Options& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::loadlog
