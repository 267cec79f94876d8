// SPDX-License-Identifier: Apache-2.0
// Load rows from a file that another tool recorded.
#pragma once
#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "loadlog/options.hpp"

namespace wattline::loadlog {

// From lines of tegrastats. Rows have no mono_s.
int import_load(const Options& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::loadlog
