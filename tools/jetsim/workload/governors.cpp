// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/governors.hpp"

namespace wattline::jetsim {

void settle_governors(EmulatedMachine& machine, Timeline& timeline,
                      const std::function<Activity(const Clocks&)>& mean_at) {
  constexpr int kMostRounds = 16;
  for (int round = 0; round < kMostRounds; ++round) {
    const Clocks before = machine.clocks();
    timeline.set_mean(mean_at(before));
    machine.advance();
    if (machine.clocks() == before) return;
  }
}

}  // namespace wattline::jetsim
