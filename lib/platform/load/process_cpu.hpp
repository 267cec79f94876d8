// SPDX-License-Identifier: Apache-2.0
// The CPU time of a process and of all processes that it started (proc(5), /proc/PID/stat,
// /proc/PID/task/TID/children).
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/counter.hpp"
#include "io/root.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

class ProcessCpu {
 public:
  // A process that runs on the machine of the root: an emulated board counts the CPU time of its own workloads.
  ProcessCpu(const io::Root& root, pid_t pid) : proc_(root.path("/proc").string()), pid_(pid), used_s_(0, kCoarse_s) {}
  // Their share of all online cores since the last call, in %; row.cpus_online is read before. NA at the first call,
  // after one of them ended that no other of them waited for, when the process is gone (also if another has got its
  // number), when they used more than all cores can give, and on a kernel that does not list children
  // (CONFIG_PROC_CHILDREN).
  void read(LoadRow& row, std::int64_t mono_ns);

 private:
  static constexpr double kCoarse_s = 0.1;  // each process counts in ticks of 10 ms
  std::string proc_;
  pid_t pid_;
  double ticks();
  std::optional<std::int64_t> start_ticks_;  // of the process
  double last_ticks_ = 0, last_cores_ = 0;
  Rate used_s_;
};

}  // namespace wattline::platform
