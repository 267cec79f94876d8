// SPDX-License-Identifier: Apache-2.0
// An emulated board on a clock that the test sets.
#pragma once
#include <cstdint>
#include <string>

#include "base/units.hpp"
#include "fake_clock.hpp"
#include "jetsim/served/board_tree.hpp"

namespace wattline::jetsim {

inline const Activity kTraining{5, 1, 0.9, 0.6};

struct Bench {
  explicit Bench(const char* board, std::uint64_t seed = 1) : machine(options(board, seed), clock), files(machine, 0) {}
  static EmulatedMachineOptions options(const char* board, std::uint64_t seed) {
    EmulatedMachineOptions chosen;
    chosen.board = board;
    chosen.seed = seed;
    return chosen;
  }
  void wait(std::int64_t ns) {
    clock.advance(ns);
    machine.advance();
  }
  std::string read(const std::string& path) {
    machine.advance();
    std::string text;
    const int error = files.tree().find(path)->read(text);
    return error != 0 ? "errno " + std::to_string(error) : text;
  }
  int write(const std::string& path, const char* text) {
    machine.advance();
    return files.tree().find(path)->write(text);
  }
  // The load of a training, until the result is destroyed.
  auto train() {
    auto load = machine.load.open();
    load->set_mean(kTraining);
    return load;
  }
  double total() { return machine.power.total(machine.rail_watts()); }
  test::FakeClock clock;
  EmulatedMachine machine;
  BoardTree files;
};

}  // namespace wattline::jetsim
