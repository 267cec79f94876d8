// SPDX-License-Identifier: Apache-2.0
// Cores and their clocks: hotplug and cpufreq.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "jetsim/clocks/cpufreq_limits.hpp"
#include "jetsim/clocks/idle_states.hpp"
#include "jetsim/clocks/time_in_state.hpp"
#include "jetsim/fuse/tree.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/faults.hpp"

namespace wattline::jetsim {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

class CpuComplex {
 public:
  CpuComplex(const BoardSpec& board, const KernelRules& rules, const Faults& faults, std::uint64_t seed);

  // Applies what is due at `now`; next_event() is the next time that something is.
  void advance(std::int64_t now_ns);
  std::int64_t next_event() const;
  // Load of the busiest cores, 0..1: drives the governors and delays policy updates.
  void set_load(double load);

  bool online(int cpu) const { return online_[static_cast<std::size_t>(cpu)]; }
  int online_count() const;
  std::size_t policies() const { return policies_.size(); }
  int online_in(std::size_t policy) const;
  std::int64_t clock_khz(std::size_t policy) const;

  // The clocks stood as they are for this long.
  void account(std::int64_t ns);
  // What a service writes that applies a mode again.
  void set_limits(std::int64_t min_khz, std::int64_t max_khz);

  // As a cooling device each policy has a state for every clock; 0 is the highest.
  long long cooling_state(std::size_t policy) const { return policies_[policy].cooling_state; }
  void cool(std::size_t policy, long long state);

  int set_online(int cpu, std::string_view text);
  void halve_clocks(bool halved) { halved_ = halved; }

  // Files under /sys/devices/system/cpu.
  void add_files(Tree& tree);

 private:
  struct Policy {
    std::vector<int> cpus;
    CpufreqLimits limits;
    std::string governor;
    std::int64_t setspeed_khz;
    std::int64_t pending_ns = kNever;  // when the shown limits follow the requests
    std::int64_t frozen_khz = 0;       // the clock while a fault holds it
    TimeInState times;
    long long cooling_state = 0;
    std::string name() const { return "policy" + std::to_string(cpus.front()); }
  };
  bool dead(const Policy& policy) const;
  std::int64_t governed_khz(const Policy& policy) const;
  std::int64_t settle_delay_ns();
  void follow(Policy& policy);
  void update(Policy& policy);
  int write_limit(Policy& policy, std::string_view text, int (CpufreqLimits::*ask)(std::string_view));
  int write_governor(Policy& policy, std::string_view text);
  int write_setspeed(Policy& policy, std::string_view text);
  bool held(const Policy& policy, const char* fault) const;
  ReadText shown(const Policy& policy, std::function<std::string(const Policy&)> text) const;
  WriteText guarded(Policy& policy, std::function<int(Policy&, std::string_view)> write);
  std::string cpu_list(bool which) const;
  void add_core_files(Tree& tree, int cpu);
  void add_topology(Tree& tree, int cpu, const std::string& base);
  void add_schedutil(Tree& tree);
  void add_policy_files(Tree& tree, Policy& policy);
  void add_measured_clocks(Tree& tree);
  std::string governors() const;

  const BoardSpec& board_;
  const KernelRules& rules_;
  const Faults& faults_;
  std::mt19937_64 random_;
  std::vector<bool> online_;
  std::vector<Policy> policies_;
  std::vector<IdleStates> idle_;  // of each core
  std::int64_t now_ns_ = 0;
  double load_ = 0;
  bool halved_ = false;
};

}  // namespace wattline::jetsim
