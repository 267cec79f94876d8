// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/process_stat.hpp"

namespace wattline::platform {

namespace {

constexpr int kDeepest = 64;  // processes that start each other

double ticks_with_children(const std::string& proc, std::string_view pid, int depth) {
  const std::string process = proc + "/" + std::string(pid);
  const auto stat = io::read_process_stat(process);
  if (!stat) return NAN;
  double ticks = stat->own_ticks + stat->waited_ticks;
  if (depth == kDeepest) return ticks;
  for (const std::string& thread : io::list_directory(process + "/task")) {
    const auto children = io::read_text(process + "/task/" + thread + "/children");
    if (!children && thread == pid) return NAN;
    if (!children) continue;
    for (const std::string_view child : split_blanks(*children)) {
      const double of_child = ticks_with_children(proc, child, depth + 1);
      if (std::isfinite(of_child)) ticks += of_child;  // else it has just ended
    }
  }
  return ticks;
}

}  // namespace

// A child that ends while they are read may be missed, so a sum that went back is read again.
double ProcessCpu::ticks() {
  const std::string process = proc_ + "/" + std::to_string(pid_);
  const auto stat = io::read_process_stat(process);
  if (!stat) return NAN;
  if (!start_ticks_) start_ticks_ = stat->start_ticks;
  if (stat->start_ticks != *start_ticks_) return NAN;
  double ticks = ticks_with_children(proc_, std::to_string(pid_), 0);
  if (ticks < last_ticks_) ticks = ticks_with_children(proc_, std::to_string(pid_), 0);
  return last_ticks_ = ticks;
}

void ProcessCpu::read(LoadRow& row, std::int64_t mono_ns) {
  used_s_.limit(std::fmax(row.cpus_online, last_cores_));
  last_cores_ = row.cpus_online;
  const double cores = used_s_.update(ticks() / io::ticks_per_s(), mono_ns);
  row.proc_cpu_pct = std::min(100 * cores / row.cpus_online, 100.0);
}

}  // namespace wattline::platform
