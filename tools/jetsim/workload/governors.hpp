// SPDX-License-Identifier: Apache-2.0
// Where governors are in the midst of a training.
#pragma once
#include <functional>

#include "jetsim/board/emulated_machine.hpp"

namespace wattline::jetsim {

// Governors average over many minibatches, so the pauses between them do not lower a clock: they are where they would
// be in the midst of the run. How busy a training keeps the board (`mean_at`) depends on the clocks, and the clocks on
// that. The mean of the timeline is what was last asked for.
void settle_governors(EmulatedMachine& machine, Timeline& timeline,
                      const std::function<Activity(const Clocks&)>& mean_at);

}  // namespace wattline::jetsim
