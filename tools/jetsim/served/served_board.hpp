// SPDX-License-Identifier: Apache-2.0
// The board that a subcommand serves, and the options that describe it.
#pragma once
#include <cstdint>

#include "base/not_copyable.hpp"
#include "cli/app.hpp"
#include "io/root.hpp"
#include "io/system_clock.hpp"
#include "jetsim/fuse/server_hooks.hpp"
#include "jetsim/served/board_tree.hpp"

namespace wattline::jetsim {

void declare_board(cli::App& app, EmulatedMachineOptions& machine);

// Throws a usage error for the name of a board or kernel that does not exist, before anything is mounted.
void check_board(const EmulatedMachineOptions& machine);

class ServedBoard : NotCopyable {
 public:
  explicit ServedBoard(const EmulatedMachineOptions& options);
  Tree& tree() { return board_.tree(); }
  // Of the board: emulated time.
  std::int64_t mono_ns() { return clock_.mono_ns(); }
  // They refer to this object.
  ServerHooks hooks();

 private:
  io::Emulation emulation_;
  io::SystemClock clock_;
  EmulatedMachine machine_;
  BoardTree board_;
};

}  // namespace wattline::jetsim
