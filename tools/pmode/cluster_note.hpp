// SPDX-License-Identifier: Apache-2.0
// The note on stderr when CPU clusters have different clocks, of which a mode shows the highest.
#pragma once
#include <string>

#include "cli/context.hpp"
#include "platform/mode/mode_of.hpp"

namespace wattline::pmode {

// `mode_name` is put in front when it is not empty.
inline void note_different_clocks(const cli::Context& context, const platform::Machine& machine,
                                  const platform::MachineState& state, const std::string& mode_name = "") {
  const std::string text = platform::describe_different_clocks(machine, state);
  if (!text.empty()) context.note((mode_name.empty() ? "" : mode_name + ": ") + text);
}

}  // namespace wattline::pmode
