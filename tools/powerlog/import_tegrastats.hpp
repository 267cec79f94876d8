// SPDX-License-Identifier: Apache-2.0
// Power rows from a log of tegrastats.
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_tegrastats(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
