// SPDX-License-Identifier: Apache-2.0
// Reads the CSV files of PowerJoular.
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_powerjoular(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
