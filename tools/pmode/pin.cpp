// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_target.hpp"
#include "pmode/in_place.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

cli::Subcommand pin_subcommand() {
  return cli::subcommand("pin", "Switch DVFS off: every clock stays at its upper limit", declare_in_place,
                         change_in_place<platform::pin_in_place>);
}

}  // namespace wattline::pmode
