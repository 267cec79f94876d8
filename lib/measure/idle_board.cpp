// SPDX-License-Identifier: Apache-2.0
#include "measure/idle_board.hpp"

namespace wattline::measure {

void IdleBoard::note_with(const std::string& consequence) const {
  if (!platform::was_idle(before_, platform::read_emulated_workloads(context_.root))) return;
  context_.note(
      "the emulated board was idle meanwhile: `jetsim mount --load host` makes one that is as busy as this machine" +
      consequence);
}

}  // namespace wattline::measure
