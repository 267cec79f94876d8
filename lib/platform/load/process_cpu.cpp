// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_cpu.hpp"

#include <unistd.h>

#include <cmath>
#include <string>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kTimes = 11, kTimeFields = 4;  // utime, stime, cutime, cstime behind "PID (NAME) "
constexpr int kDeepest = 64;                         // processes that start each other

// Clock ticks of the process itself and of its children that it has waited for; NaN when it is gone. Its name may hold
// anything, so the fields are counted from the last parenthesis.
double own_ticks(const std::string& process) {
  const std::string stat = io::read_text(process + "/stat").value_or("");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return NAN;
  const auto fields = split_blanks(std::string_view(stat).substr(name_end + 1));
  double ticks = 0;
  for (std::size_t i = kTimes; i < kTimes + kTimeFields && i < fields.size(); ++i) {
    ticks += static_cast<double>(to_int64(fields[i]).value_or(0));
  }
  return ticks;
}

double ticks_with_children(const std::string& proc, std::string_view pid, int depth) {
  const std::string process = proc + "/" + std::string(pid);
  double ticks = own_ticks(process);
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

void ProcessCpu::read(LoadRow& row, std::int64_t mono_ns) {
  const double used_s =
      ticks_with_children(proc_, std::to_string(pid_), 0) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  const double cores = used_s_.update(used_s, mono_ns);
  row.proc_cpu_pct = 100 * cores / row.cpus_online;
}

}  // namespace wattline::platform
