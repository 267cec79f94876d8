// SPDX-License-Identifier: Apache-2.0
// pmsweep: profiles one command in each mode of a list, unattended and resumable.
#pragma once
#include "cli/subcommands.hpp"

namespace wattline::pmsweep {

cli::About about();
cli::Actions actions();

}  // namespace wattline::pmsweep
