// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/machine.hpp"

#include <numeric>

#include "base/error.hpp"
#include "io/unread.hpp"

namespace wattline::platform {

Machine find_machine(const io::Root& root) {
  Board board = detect_board(root);
  Cpus cpus = find_cpus(root, board);
  Emc emc = find_emc(root, board);
  return {root, std::move(board), std::move(cpus), find_gpu(root), std::move(emc)};
}

Machine machine_with_knobs(const io::Root& root) {
  const io::UnreadScope unread;  // which is reported as such
  Machine machine = find_machine(root);
  if (!unread.is_empty() || !machine.cpus.order.empty() || !machine.cpus.policies.empty() || machine.gpu ||
      machine.emc.exists())
    return machine;
  throw unavailable("neither cores nor clocks are found under " + root.directory().string(),
                    "the root must hold a machine's sysfs; jetsim mount makes one");
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

}  // namespace wattline::platform
