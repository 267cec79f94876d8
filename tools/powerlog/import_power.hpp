// SPDX-License-Identifier: Apache-2.0
// Power rows from files that other tools recorded: tegrastats, jetson_stats, a meter, vcgencmd.
#pragma once
#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "powerlog/options.hpp"

namespace wattline::powerlog {

// Rows have no mono_s. With the format `meter`, rows.columns holds the names of the file's columns of time and watts.
int import_power(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::powerlog
