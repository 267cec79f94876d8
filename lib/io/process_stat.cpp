// SPDX-License-Identifier: Apache-2.0
#include "io/process_stat.hpp"

#include <unistd.h>

#include <cstddef>

#include "base/parse.hpp"
#include "io/attribute.hpp"

namespace wattline::io {

namespace {

// Of the fields behind "PID (NAME) ".
constexpr std::size_t kParent = 1, kGroup = 2, kFlags = 6, kUser = 11, kSystem = 12, kWaitedUser = 13,
                      kWaitedSystem = 14, kStart = 19;

constexpr std::int64_t kKernelThread = 0x00200000;  // PF_KTHREAD (linux/sched.h)

}  // namespace

// In a container, the leader of a process group may be a process that is not seen here, which is shown as 0. The name
// may hold anything, so the fields are counted from the last parenthesis.
std::optional<ProcessStat> read_process_stat(const std::string& folder) {
  const std::string text = read_text(folder + "/stat").value_or("");
  const std::size_t name_begin = text.find('('), name_end = text.rfind(')');
  if (name_begin == std::string::npos || name_end == std::string::npos || name_end < name_begin) return std::nullopt;
  const auto fields = split_blanks(std::string_view(text).substr(name_end + 1));
  if (fields.size() <= kStart) return std::nullopt;
  const auto number = [&](std::size_t field) { return to_int64(fields[field]).value_or(0); };
  ProcessStat stat;
  stat.name = text.substr(name_begin + 1, name_end - name_begin - 1);
  stat.parent = number(kParent);
  const bool kernel = (number(kFlags) & kKernelThread) != 0;
  if (!kernel) stat.group = number(kGroup) != 0 ? number(kGroup) : to_int64(text.substr(0, name_begin - 1)).value_or(0);
  stat.start_ticks = number(kStart);
  stat.own_ticks = static_cast<double>(number(kUser) + number(kSystem));
  stat.waited_ticks = static_cast<double>(number(kWaitedUser) + number(kWaitedSystem));
  return stat;
}

bool shows_own_processes(const Root& root) {
  return root.is_own_machine() || !root.is_host();
}

double ticks_per_s() {
  return static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace wattline::io
