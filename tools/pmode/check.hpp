// SPDX-License-Identifier: Apache-2.0
// Checks each mode of a list: `pmode check FILE`, and for now `pmode set --dry-run --modes FILE`.
#pragma once
#include <string>

#include "cli/row_stream.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

struct CheckOptions {
  std::string file;
  ModeOptions mode;  // how its clocks are rounded
  cli::RowOptions rows;
};
// Prints each mode as it would be set. Throws where one cannot be set.
int check_modes(const CheckOptions& options, cli::Context& context);

}  // namespace wattline::pmode
