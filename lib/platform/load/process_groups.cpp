// SPDX-License-Identifier: Apache-2.0
#include "platform/load/process_groups.hpp"

#include <algorithm>
#include <utility>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/attribute.hpp"
#include "io/process_stat.hpp"

namespace wattline::platform {

std::vector<ProgramUse> ProcessGroups::read(std::int64_t mono_ns) {
  struct Group {
    std::string name;
    std::int64_t processes = 0;
    double ticks = 0;
  };
  std::map<std::int64_t, Group> groups;
  std::map<std::int64_t, Seen> seen;
  std::int64_t newest_ticks = newest_ticks_;
  for (const std::string& entry : io::list_directory(proc_)) {
    const auto pid = to_int64(entry);
    const auto stat = pid ? io::read_process_stat(proc_ + "/" + entry) : std::nullopt;
    if (!stat) continue;
    Group& group = groups[stat->group];
    ++group.processes;
    if (group.name.empty() || *pid == stat->group) group.name = stat->group == 0 ? "kernel" : stat->name;
    const auto before = seen_.find(*pid);
    const bool same = before != seen_.end() && before->second.start_ticks == stat->start_ticks;
    const bool began = !same && stat->start_ticks >= newest_ticks_;  // else it could not be read before
    if (same || began) group.ticks += std::max(stat->own_ticks - (same ? before->second.ticks : 0), 0.0);
    seen[*pid] = {stat->start_ticks, stat->own_ticks};
    newest_ticks = std::max(newest_ticks, stat->start_ticks);
  }
  const bool first = last_ns_ == 0;
  const double length_s = to_seconds(mono_ns - std::exchange(last_ns_, mono_ns));
  seen_ = std::move(seen);
  newest_ticks_ = newest_ticks;
  std::vector<ProgramUse> programs;
  for (const auto& [pid, group] : groups) {
    if (first || group.ticks == 0 || length_s <= 0) continue;
    programs.push_back(
        {ProgramKind::process, group.name, pid, group.processes, group.ticks / io::ticks_per_s() / length_s});
  }
  return programs;
}

}  // namespace wattline::platform
