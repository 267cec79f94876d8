// SPDX-License-Identifier: Apache-2.0
// The CPU time of a process and of all processes that it started (proc(5), /proc/PID/stat,
// /proc/PID/task/TID/children).
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>

#include "io/root.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

class ProcessCpu {
 public:
  // A process that runs on the machine of the root: an emulated board counts the CPU time of its own workloads.
  ProcessCpu(const io::Root& root, pid_t pid) : proc_(root.path("/proc").string()), pid_(pid) {}
  // Their share of all online cores since the last call, in %; row.cpus_online is read before. NA at the first call,
  // after one of them ended that no other of them waited for, when the process is gone, and on a kernel that does not
  // list children (CONFIG_PROC_CHILDREN).
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  std::string proc_;
  pid_t pid_;
  Rate used_s_;
};

}  // namespace wattline::platform
