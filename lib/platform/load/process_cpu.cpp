// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_cpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

constexpr std::size_t kTimes = 11, kTimeFields = 4;  // utime, stime, cutime, cstime behind "PID (NAME) "
constexpr std::size_t kStart = 19;                   // starttime
constexpr int kDeepest = 64;                         // processes that start each other

// The fields behind "PID (NAME)"; none when it is gone. Its name may hold anything, so they are counted from the last
// parenthesis.
std::string fields_of(const std::string& process) {
  const std::string stat = io::read_text(process + "/stat").value_or("");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos ? "" : stat.substr(name_end + 1);
}

// Clock ticks of the process itself and of its children that it has waited for; NaN when it is gone.
double own_ticks(const std::string& process) {
  const std::string text = fields_of(process);
  const auto fields = split_blanks(text);
  if (fields.empty()) return NAN;
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

// A child that ends while they are read may be missed, so a sum that went back is read again.
double ProcessCpu::ticks() {
  const std::string process = proc_ + "/" + std::to_string(pid_);
  const std::string text = fields_of(process);
  const auto fields = split_blanks(text);
  if (start_.empty() && fields.size() > kStart) start_ = fields[kStart];
  if (fields.size() <= kStart || fields[kStart] != start_) return NAN;
  double ticks = ticks_with_children(proc_, std::to_string(pid_), 0);
  if (ticks < last_ticks_) ticks = ticks_with_children(proc_, std::to_string(pid_), 0);
  return last_ticks_ = ticks;
}

void ProcessCpu::read(LoadRow& row, std::int64_t mono_ns) {
  used_s_.limit(std::fmax(row.cpus_online, last_cores_));
  last_cores_ = row.cpus_online;
  const double cores = used_s_.update(ticks() / static_cast<double>(::sysconf(_SC_CLK_TCK)), mono_ns);
  row.proc_cpu_pct = std::min(100 * cores / row.cpus_online, 100.0);
}

}  // namespace wattline::platform
