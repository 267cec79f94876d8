// SPDX-License-Identifier: Apache-2.0
// From the argument MODE and the knobs beside it to the machine state that they ask for, the target of a change.
#pragma once
#include "platform/mode/machine_state.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

// Throws usage errors, unavailable for a knob that the machine lacks, and try_later for a predefined mode that needs a
// reboot. Without a MODE only the knobs are set.
platform::MachineState resolve_target(const platform::Machine& machine, const ModeOptions& mode,
                                      const KnobOptions& knobs = {});

}  // namespace wattline::pmode
