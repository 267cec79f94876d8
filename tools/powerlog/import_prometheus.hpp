// SPDX-License-Identifier: Apache-2.0
// Power rows from the answer of Prometheus to a query of the past (/api/v1/query_range).
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_prometheus(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
