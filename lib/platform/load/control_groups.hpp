// SPDX-License-Identifier: Apache-2.0
// The CPU time of control groups, as the kernel counts it: cgroup v2 (cpu.stat) or v1 (cpuacct.usage).
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/counter.hpp"
#include "io/root.hpp"
#include "platform/load/program_use.hpp"

namespace wattline::platform {

class ControlGroups {
 public:
  explicit ControlGroups(const io::Root& root);
  // Whether the kernel shows control groups here.
  bool any() const { return !top_.empty(); }
  // Those that used any CPU time since the last call; none at the first. A container is one program with all groups in
  // it. Other groups are listed without what the groups in them used: the one at the top, called "/", has what belongs
  // to no other.
  std::vector<ProgramUse> read(std::int64_t mono_ns, double cpus_online);

 private:
  double take(const std::string& folder, const std::string& name, int depth, std::vector<ProgramUse>& programs);
  double usage_s(const std::string& folder) const;
  const std::string& name_of(const std::string& id);
  io::Root root_;
  std::string top_;
  bool v2_ = false;
  struct Group {
    Rate used_s;
    long long look = 0;  // in which it was seen last
  };
  std::map<std::string, Group> groups_;       // by folder
  std::map<std::string, std::string> names_;  // of containers, by id
  long long look_ = 0;
  std::int64_t mono_ns_ = 0, last_ns_ = 0;  // of this look and the one before
  double most_cores_ = 0, last_cores_ = 0;
};

}  // namespace wattline::platform
