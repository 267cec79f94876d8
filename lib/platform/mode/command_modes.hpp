// SPDX-License-Identifier: Apache-2.0
// The power modes that were in force while a command ran. The modes at its start and end are not enough, because a
// wrapper such as `pmode run` may set the mode after the start and restore it before the end.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/meta.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::platform {

// Reads the mode when the command has run for 1/4 s, 1/2 s, 1 s, 2 s and so on, so that a long run is not disturbed.
// Only readings from the middle half of the run are used. Every run of at least 1/2 s and four ticks has one.
class CommandModes {
 public:
  CommandModes(const Machine& machine, std::int64_t start_ns) : machine_(machine), start_ns_(start_ns) {}
  // To be called at every tick; reads the mode when a reading is due.
  void tick(std::int64_t mono_ns);
  // One mode_during for each mode that was found, in order of time. `end_ns` is the end of the command.
  io::Meta facts(std::int64_t end_ns) const;

 private:
  struct Reading {
    std::int64_t after_ns;  // since the start
    std::string mode;
  };
  const Machine& machine_;
  std::int64_t start_ns_;
  std::int64_t due_after_ns_ = 250'000'000;
  std::vector<Reading> readings_;
};

}  // namespace wattline::platform
