// SPDX-License-Identifier: Apache-2.0
// CPU cores and their clocks: hotplug and cpufreq (Documentation/admin-guide/pm/cpufreq.rst). Clocks in kHz.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/attribute.hpp"
#include "io/root.hpp"
#include "platform/board/detect_board.hpp"

namespace wattline::platform {

// The cores that share one clock.
struct CpuPolicy {
  std::string name;                 // "policy4"
  std::string directory;            // machine path
  std::vector<int> cpus;            // online or not
  std::vector<std::int64_t> table;  // ascending; common_table() if the kernel hides it while all cores are offline
  std::string file(const char* attribute) const { return directory + "/" + attribute; }
};

struct Cpus {
  std::vector<int> order;  // every core, in the order in which a mode switches them on
  std::vector<CpuPolicy> policies;
};

Cpus find_cpus(const io::Root& root, const Board& board);

std::string core_online_file(int cpu);
// A core without an `online` file is always on.
bool core_is_online(const io::Root& root, int cpu);
std::vector<int> online_cores(const io::Root& root, const Cpus& cpus);

// Clocks that every policy can run at.
std::vector<std::int64_t> common_table(const Cpus& cpus);

// The clock now: as measured by counters if that may be read (by root, with tegra194-cpufreq), else as last requested.
io::FileReading<std::int64_t> policy_clock(const io::Root& root, const CpuPolicy& policy);

// One idle state of one core (Documentation/admin-guide/pm/cpuidle.rst).
struct IdleState {
  int cpu;
  std::string name;                                                    // "state1"
  std::string directory;                                               // machine path
  std::string disable_file() const { return directory + "/disable"; }  // 1 = may not be entered
};
std::vector<IdleState> idle_states(const io::Root& root, const Cpus& cpus);

}  // namespace wattline::platform
