// SPDX-License-Identifier: Apache-2.0
#include "measure/idle_board.hpp"

#include <string>

namespace wattline::measure {

void IdleBoard::note(bool times) const {
  if (!platform::was_idle(before_, platform::read_emulated_workloads(context_.root))) return;
  std::string text =
      "the emulated board was idle meanwhile: `jetsim mount --load host` makes one that is as busy as this machine";
  if (times) text += "; the times are this machine's, which no mode of the board changes";
  context_.note(text);
}

}  // namespace wattline::measure
