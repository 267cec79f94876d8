// SPDX-License-Identifier: Apache-2.0
// From a requested mode to the target: the machine state that puts it in force.
#pragma once
#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// pin: minimum = maximum, EMC locked where the release can. cap: the minimum is the lowest of the table, DVFS stays.
enum class Hold { pin, cap };

// Only the knobs that `request` does not keep; `mode` is the request resolved against mode_tables(machine).
MachineState target_of_request(const Machine& machine, const ModeRequest& request, const PowerMode& mode, Hold hold);

// DVFS off: every clock pinned at the limit that is in force. DVFS on: from the lowest clock up to that limit.
MachineState pin_in_place(const Machine& machine);
MachineState unpin_in_place(const Machine& machine);

}  // namespace wattline::platform
