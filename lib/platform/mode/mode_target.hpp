// SPDX-License-Identifier: Apache-2.0
// Converts a requested mode to its target, which is the machine state that puts the mode in force.
#pragma once
#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// pin: the minimum is the maximum, and EMC is locked if the release can. cap: the minimum is the lowest of the table.
enum class Hold { pin, cap };

// The target has only the knobs that `request` does not keep. `mode` is the request resolved by mode_tables(machine).
MachineState target_of_request(const Machine& machine, const ModeRequest& request, const PowerMode& mode, Hold hold);

// pin_in_place() pins every clock at its upper limit; unpin_in_place() lets it vary from the lowest clock to that
// limit.
MachineState pin_in_place(const Machine& machine);
MachineState unpin_in_place(const Machine& machine);

}  // namespace wattline::platform
