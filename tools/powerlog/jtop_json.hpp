// SPDX-License-Identifier: Apache-2.0
// Power rows from JSON that a script wrote of jetson_stats: jtop.stats, jtop.power, or an object that holds one of
// them, each with its time, one per line or in a list.
#pragma once
#include "cli/context.hpp"
#include "io/repeated_input.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_jtop_json(const io::RepeatedInput& input, const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
