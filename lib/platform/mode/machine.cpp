// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/machine.hpp"

#include <algorithm>
#include <numeric>

#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

std::optional<std::int64_t> cpu_limit(const Machine& machine) {
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const auto is_online = [&](int cpu) { return core_is_online(machine.root, cpu); };
    if (std::none_of(policy.cpus.begin(), policy.cpus.end(), is_online)) continue;
    return io::read_int(machine.root.path(policy.file("scaling_max_freq")));
  }
  return std::nullopt;
}

std::optional<std::int64_t> emc_limit(const Machine& machine) {
  const EmcState state = read_emc(machine.root, machine.emc);
  const bool locked = state.locked.value_or(0) != 0;
  return locked && state.rate ? state.rate : cap_rate(machine.emc, state);
}

}  // namespace

Machine find_machine(const io::Root& root) {
  Board board = detect_board(root);
  Cpus cpus = find_cpus(root, board);
  Emc emc = find_emc(root, board);
  return {root, std::move(board), std::move(cpus), find_gpu(root), std::move(emc)};
}

ModeTables mode_tables(const Machine& machine) {
  ModeTables tables;
  tables.cores.resize(machine.cpus.order.size());
  std::iota(tables.cores.begin(), tables.cores.end(), 1);
  tables.cpu_khz = common_table(machine.cpus);
  if (machine.gpu) tables.gpu_hz = machine.gpu->table;
  if (machine.emc.exists()) tables.emc_hz = machine.emc.table;
  return tables;
}

PowerMode current_mode(const Machine& machine) {
  PowerMode mode;
  const auto online = online_cores(machine.root, machine.cpus);
  if (!online.empty()) mode.cores = static_cast<std::int64_t>(online.size());
  mode.cpu_khz = cpu_limit(machine);
  if (machine.gpu) mode.gpu_hz = io::read_int(machine.root.path(machine.gpu->file("max_freq")));
  mode.emc_hz = emc_limit(machine);
  return mode;
}

}  // namespace wattline::platform
