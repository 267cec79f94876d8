// SPDX-License-Identifier: Apache-2.0
// Power rows from files that other tools recorded: tegrastats, jetson_stats, a meter, vcgencmd.
#pragma once
#include "cli/context.hpp"
#include "cli/subcommands.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

// Rows have no mono_s. With the format `meter`, options.rows.columns holds the names of the file's columns of time and
// power.
int import_power(const ImportOptions& options, cli::Context& context);

cli::Subcommand import_subcommand();

}  // namespace wattline::powerlog
