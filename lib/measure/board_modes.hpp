// SPDX-License-Identifier: Apache-2.0
// The modes to choose from when no list is given.
#pragma once
#include <string>

#include "cli/context.hpp"
#include "io/profile_table.hpp"

namespace wattline::measure {

// All modes of the board that can be set without a reboot: the rows of `pmode enum`. Throws an Error with the status of
// pmode if it fails; pmode has said why by then. `hint`: what to do instead.
io::ProfileTable board_modes(const cli::Context& context, const std::string& hint);

}  // namespace wattline::measure
