// SPDX-License-Identifier: Apache-2.0
// What /proc/PID/stat says of a process (proc(5)).
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "io/root.hpp"

namespace wattline::io {

struct ProcessStat {
  std::string name;              // its first 15 bytes
  std::int64_t parent = 0;       // process id
  std::int64_t group = 0;        // process id of the leader of its process group; 0 for a thread of the kernel
  std::int64_t start_ticks = 0;  // since boot
  double own_ticks = 0;          // CPU time of the process
  double waited_ticks = 0;       // that of its children that it has waited for, with theirs
};

// Of the process with this folder in /proc; empty when it is gone.
std::optional<ProcessStat> read_process_stat(const std::string& folder);

// Whether /proc below this root has the processes of the machine. While a command sees an emulated board in place of
// this machine, it still has those of this machine.
bool shows_own_processes(const Root& root);

// Clock ticks per second.
double ticks_per_s();

}  // namespace wattline::io
