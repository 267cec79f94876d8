// SPDX-License-Identifier: Apache-2.0
// Power rows from the CSV files of Alumet, which have one measurement per row.
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_alumet(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
