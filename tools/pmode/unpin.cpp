// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_target.hpp"
#include "pmode/in_place.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

cli::Subcommand unpin_subcommand() {
  return cli::subcommand("unpin", "Switch DVFS on: every clock may fall from its upper limit", declare_in_place,
                         change_in_place<platform::unpin_in_place>);
}

}  // namespace wattline::pmode
