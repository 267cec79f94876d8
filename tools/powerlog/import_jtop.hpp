// SPDX-License-Identifier: Apache-2.0
// Power rows from a table that a logger of jetson_stats (jtop) recorded.
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_jtop(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
