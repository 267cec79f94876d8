// SPDX-License-Identifier: Apache-2.0
#include "pmode/expected_state.hpp"

#include "base/error.hpp"
#include "pmode/change.hpp"
#include "pmode/mode_argument.hpp"

namespace wattline::pmode {

using namespace platform;

MachineState expected_state(const cli::Context& context, const Machine& machine, const ModeOptions& options) {
  if (!options.mode.empty()) {
    MachineState named = resolve_target(context, machine, options);
    named.events = overcurrent_events(machine);
    return named;
  }
  refuse_mode_rules(options, "no MODE is given");
  const MachineState asked = last_asked(machine);
  if (asked.is_empty()) throw data_error("no mode was set with pmode since boot", "name one: pmode verify MODE");
  return asked;
}

}  // namespace wattline::pmode
