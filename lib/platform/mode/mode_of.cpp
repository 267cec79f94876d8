// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_of.hpp"

#include <algorithm>
#include <optional>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

std::vector<int> online_in(const Machine& machine, const MachineState& state) {
  return state.online.empty() ? online_cores(machine.root, machine.cpus) : state.online;
}

std::optional<std::int64_t> upper_limit(const Machine& machine, const CpuPolicy& policy, const MachineState& state) {
  const auto found = state.policies.find(policy.name);
  if (found != state.policies.end() && found->second.max) return found->second.max;
  return io::read_int(machine.root.path(policy.file("scaling_max_freq")));
}

std::optional<std::int64_t> emc_clock(const Machine& machine, const MachineState& state) {
  const EmcState emc = state.emc ? *state.emc : read_emc(machine.root, machine.emc);
  const bool locked = emc.locked.value_or(0) != 0;
  return locked && emc.rate ? emc.rate : cap_rate(machine.emc, emc);
}

}  // namespace

std::vector<ClusterClock> cluster_clocks(const Machine& machine, const MachineState& state) {
  const std::vector<int> online = online_in(machine, state);
  const auto is_online = [&](int cpu) { return std::find(online.begin(), online.end(), cpu) != online.end(); };
  std::vector<ClusterClock> clocks;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    if (std::none_of(policy.cpus.begin(), policy.cpus.end(), is_online)) continue;
    if (const auto khz = upper_limit(machine, policy, state)) clocks.push_back({policy.name, *khz});
  }
  return clocks;
}

PowerMode mode_of(const Machine& machine, const MachineState& state) {
  PowerMode mode;
  const std::size_t cores = online_in(machine, state).size();
  if (cores > 0) mode.cores = static_cast<std::int64_t>(cores);
  for (const ClusterClock& clock : cluster_clocks(machine, state)) {
    mode.cpu_khz = std::max(mode.cpu_khz.value_or(0), clock.khz);
  }
  if (state.gpu && state.gpu->max) {
    mode.gpu_hz = state.gpu->max;
  } else if (machine.gpu) {
    mode.gpu_hz = io::read_int(machine.root.path(machine.gpu->file("max_freq")));
  }
  mode.emc_hz = emc_clock(machine, state);
  return mode;
}

PowerMode current_mode(const Machine& machine) {
  return mode_of(machine, {});
}

std::string describe_different_clocks(const Machine& machine, const MachineState& state) {
  const auto clocks = cluster_clocks(machine, state);
  const auto differs = [&](const ClusterClock& clock) { return clock.khz != clocks.front().khz; };
  if (std::none_of(clocks.begin(), clocks.end(), differs)) return "";
  std::vector<std::string> texts;
  for (const ClusterClock& clock : clocks) texts.push_back(clock.policy + " " + std::to_string(clock.khz) + " kHz");
  return "the CPU policies have different clocks: " + join(texts, ", ") + "; the mode's CPU clock is the highest";
}

}  // namespace wattline::platform
