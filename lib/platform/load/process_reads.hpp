// SPDX-License-Identifier: Apache-2.0
// How much the kernel has read from disks for a process and those of its children that have ended (proc(5),
// /proc/PID/io).
#pragma once
#include <sys/types.h>

#include "io/reused_file.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

class ProcessReads {
 public:
  // Throws unavailable when there is no such process or its counters are another user's.
  explicit ProcessReads(pid_t pid);
  // NA when the process is gone or refuses; a child of ours that ended is counted until it is waited for.
  void read(LoadRow& row);

 private:
  pid_t pid_;
  io::ReusedFile io_;
};

}  // namespace wattline::platform
