// SPDX-License-Identifier: Apache-2.0
// All files of an emulated board, and jetsim's own control files under /run/jetsim.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "jetsim/board/emulated_machine.hpp"
#include "jetsim/fuse/tree.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

class BoardTree {
 public:
  BoardTree(EmulatedMachine& machine, std::int64_t origin_mono_ns);
  Tree& tree() { return tree_; }

 private:
  void add_jetson_files();
  void add_sensors();
  void add_marker(std::int64_t origin_mono_ns);
  EmulatedMachine& machine_;
  Tree tree_;
  std::vector<std::unique_ptr<Ina3221>> chips_;
};

}  // namespace wattline::jetsim
