// SPDX-License-Identifier: Apache-2.0
// The power mode that a machine state corresponds to, by one rule for all tools. The CPU clock of a mode is the highest
// upper limit among the clusters (cpufreq policies) that have a core online; the clocks of GPU and memory are their
// upper limits, or the rate of a locked memory clock.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// The mode when `state` is in force. Parts of `state` without a value are taken as they are now.
PowerMode mode_of(const Machine& machine, const MachineState& state);

// The mode in force.
PowerMode current_mode(const Machine& machine);

// One cluster with a core online and its upper limit.
struct ClusterClock {
  std::string policy;
  std::int64_t khz;
};
// The clusters of that state, in the order of the policies.
std::vector<ClusterClock> cluster_clocks(const Machine& machine, const MachineState& state);

// "the CPU policies have different clocks: policy0 1190400 kHz, policy1 2035200 kHz; the mode's CPU clock is the
// highest". Empty if they have the same.
std::string describe_different_clocks(const Machine& machine, const MachineState& state);

}  // namespace wattline::platform
