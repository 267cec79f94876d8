// SPDX-License-Identifier: Apache-2.0
// Power rows from the readings of the power management chip of a Raspberry Pi 5, which its kernel does not show.
#pragma once
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"

namespace wattline::powerlog {

int import_pmic(const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
