// SPDX-License-Identifier: Apache-2.0
// From the argument MODE and the knobs beside it to the machine state that they ask for, the target of a change.
#pragma once
#include "base/power_mode.hpp"
#include "platform/mode/machine_state.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

// The mode that a request asks for. Throws what wattline::resolve_mode throws; its hint names --nearest where the
// subcommand has it.
PowerMode mode_asked(const ModeRequest& request, const ModeTables& tables, const PowerMode& current,
                     const ModeOptions& options);

// Throws usage errors, unavailable for a knob that the machine lacks, and try_later for a predefined mode that needs a
// reboot. Without a MODE only the knobs are set.
platform::MachineState resolve_target(const platform::Machine& machine, const ModeOptions& mode,
                                      const KnobOptions& knobs = {});

}  // namespace wattline::pmode
