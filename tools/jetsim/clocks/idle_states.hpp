// SPDX-License-Identifier: Apache-2.0
// The idle states of one core, as the core of cpuidle shows them, and the time that it spent in them.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "jetsim/fuse/tree.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/kernel_rules.hpp"

namespace wattline::jetsim {

class IdleStates {
 public:
  IdleStates(const BoardSpec& board, const KernelRules& rules);
  // The core was idle for this long.
  void account(double idle_ns);
  // The files of the folder cpuN/cpuidle.
  void add_files(Tree& tree, const std::string& cpuidle);

 private:
  struct State {
    std::string name;
    bool disabled = false;
    double ns = 0;
  };
  void add_state(Tree& tree, const std::string& base, std::size_t number);
  const BoardSpec& board_;
  const KernelRules& rules_;
  std::vector<State> states_;
};

// What all cores share, /sys/devices/system/cpu/cpuidle.
void add_idle_driver(Tree& tree, const BoardSpec& board, const KernelRules& rules);

}  // namespace wattline::jetsim
