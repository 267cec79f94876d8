// SPDX-License-Identifier: Apache-2.0
// What pin and unpin share: they change how each clock is held and leave its upper limit.
#pragma once
#include "cli/option_types.hpp"
#include "pmode/change.hpp"

namespace wattline::pmode {

struct InPlaceOptions {
  bool keep = false;
  WaitOptions wait;
};

inline void declare_in_place(cli::App& app, InPlaceOptions& options) {
  app.add_flag("--keep", options.keep, "Leave the state as it is when a knob does not follow");
  declare_settle(app, options.wait);
  declare_lock_timeout(app, options.wait);
}

template <platform::MachineState (*target)(const platform::Machine&)>
int change_in_place(const InPlaceOptions& options, cli::Context& context) {
  Change change(context, options.wait);
  change.make(target(change.machine()), {options.keep, true});
  return 0;
}

}  // namespace wattline::pmode
