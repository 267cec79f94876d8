// SPDX-License-Identifier: Apache-2.0
// The CPU time of all processes, by process group.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "io/root.hpp"
#include "platform/load/program_use.hpp"

namespace wattline::platform {

class ProcessGroups {
 public:
  explicit ProcessGroups(const io::Root& root) : proc_(root.path("/proc").string()) {}
  // Those that used any CPU time since the last call; none at the first. The kernel's own threads are one group, of
  // pid 0. The CPU time of a process that began and ended between two calls is not seen.
  std::vector<ProgramUse> read(std::int64_t mono_ns);

 private:
  struct Seen {
    std::int64_t start_ticks;
    double ticks;
  };
  std::string proc_;
  std::map<std::int64_t, Seen> seen_;            // by process id
  std::int64_t last_ns_ = 0, newest_ticks_ = 0;  // of the last look, and when the last process of it began
};

}  // namespace wattline::platform
