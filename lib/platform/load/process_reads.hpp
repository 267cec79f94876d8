// SPDX-License-Identifier: Apache-2.0
// How much the kernel has read from disks for a process and those of its children that have ended (proc(5),
// /proc/PID/io).
#pragma once
#include <sys/types.h>

#include <optional>

#include "io/reused_file.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

class ProcessReads {
 public:
  // Throws unavailable when there is no such process or its counters are another user's.
  explicit ProcessReads(pid_t pid);
  // NA when the process is gone or refuses, and while it shows less than before; a child of ours that ended is counted
  // until it is waited for.
  void read(LoadRow& row);

 private:
  std::optional<double> read_b();
  pid_t pid_;
  double most_b_ = 0;
  io::ReusedFile io_;
};

}  // namespace wattline::platform
