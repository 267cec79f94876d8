// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_target.hpp"

#include <algorithm>

#include "io/attribute.hpp"
#include "platform/mode/mode_of.hpp"

namespace wattline::platform {

namespace {

ClockState clock_range(const std::vector<std::int64_t>& table, std::int64_t value, Hold hold) {
  return {hold == Hold::pin || table.empty() ? value : table.front(), value, ""};
}

bool any_of(const CpuPolicy& policy, const std::vector<int>& cpus) {
  return std::any_of(policy.cpus.begin(), policy.cpus.end(),
                     [&](int cpu) { return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end(); });
}

void add_policies(const Machine& machine, std::int64_t khz, Hold hold, MachineState& target) {
  const auto online = target.online.empty() ? online_cores(machine.root, machine.cpus) : target.online;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    if (any_of(policy, online)) target.policies[policy.name] = clock_range(policy.table, khz, hold);
  }
}

MachineState hold_in_place(const Machine& machine, Hold hold) {
  const io::Root& root = machine.root;
  const auto online = online_cores(root, machine.cpus);
  MachineState target;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const auto khz = io::read_int(root.path(policy.file("scaling_max_freq")));
    if (khz && any_of(policy, online)) target.policies[policy.name] = clock_range(policy.table, *khz, hold);
  }
  const PowerMode mode = current_mode(machine);
  if (machine.gpu && mode.gpu_hz) target.gpu = clock_range(machine.gpu->table, *mode.gpu_hz, hold);
  if (!machine.emc.exists()) return target;
  const auto cap = cap_rate(machine.emc, read_emc(root, machine.emc));
  if (cap) target.emc = hold == Hold::pin ? pinned_emc(machine.emc, *cap) : capped_emc(machine.emc, *cap);
  return target;
}

}  // namespace

MachineState target_of_request(const Machine& machine, const ModeRequest& request, const PowerMode& mode, Hold hold) {
  const auto asks = [](const Field& field) { return field.kind != Field::Kind::keep; };
  MachineState target;
  if (asks(request.cores)) {
    target.online.assign(machine.cpus.order.begin(), machine.cpus.order.begin() + *mode.cores);
  }
  if (asks(request.cpu)) add_policies(machine, *mode.cpu_khz, hold, target);
  if (asks(request.gpu)) target.gpu = clock_range(machine.gpu->table, *mode.gpu_hz, hold);
  if (asks(request.emc)) {
    target.emc = hold == Hold::pin ? pinned_emc(machine.emc, *mode.emc_hz) : capped_emc(machine.emc, *mode.emc_hz);
  }
  return target;
}

MachineState pin_in_place(const Machine& machine) {
  return hold_in_place(machine, Hold::pin);
}
MachineState unpin_in_place(const Machine& machine) {
  return hold_in_place(machine, Hold::cap);
}

}  // namespace wattline::platform
