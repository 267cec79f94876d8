// SPDX-License-Identifier: Apache-2.0
// All files of an emulated board, and jetsim's own control files below /run/jetsim.
#pragma once
#include <memory>
#include <vector>

#include "jetsim/ina3221.hpp"
#include "jetsim/machine.hpp"
#include "jetsim/tree.hpp"

namespace wattline::jetsim {

class BoardTree {
 public:
  BoardTree(Machine& machine, std::int64_t origin_mono_ns);
  Tree& tree() { return tree_; }

 private:
  void add_sensors();
  void add_marker(std::int64_t origin_mono_ns);
  Machine& machine_;
  Tree tree_;
  std::vector<std::unique_ptr<Ina3221>> chips_;
};

// Control files: load, faults, ledger (control_files.cpp).
void add_control_files(Tree& tree, Machine& machine);

}  // namespace wattline::jetsim
