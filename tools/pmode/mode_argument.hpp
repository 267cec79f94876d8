// SPDX-License-Identifier: Apache-2.0
// From the argument MODE and the knobs beside it to the machine state that they ask for, the target of a change.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "cli/context.hpp"
#include "platform/mode/machine_state.hpp"
#include "platform/mode/nvpmodel_conf.hpp"
#include "pmode/options.hpp"

namespace wattline::pmode {

// The mode that a request asks for. Throws what wattline::resolve_mode throws; its hint names --nearest where the
// subcommand has it.
PowerMode mode_asked(const ModeRequest& request, const ModeTables& tables, const PowerMode& current,
                     const ModeOptions& options);

inline const std::string kRounded = "rounded to this board's table: ";

// What MODE and the knobs beside it ask for.
struct ModeArgument {
  platform::MachineState target;
  std::optional<platform::ConfMode> predefined;  // MODE is its id or name
  std::vector<std::string> notes;                // what was not taken as it stands
};

// Throws usage errors, unavailable for a knob that the machine lacks, and try_later for a predefined mode that needs a
// reboot. Without a MODE only the knobs are set.
ModeArgument resolve_argument(const platform::Machine& machine, const ModeOptions& mode, const KnobOptions& knobs = {});
// Its target, after its notes are printed.
platform::MachineState resolve_target(const cli::Context& context, const platform::Machine& machine,
                                      const ModeOptions& mode, const KnobOptions& knobs = {});

}  // namespace wattline::pmode
