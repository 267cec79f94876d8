// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/load: a workload that says when it does what.
#pragma once
#include <memory>

#include "jetsim/board/emulated_machine.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// Reads as the clocks in force. Takes "mean ..." and "segment ..." lines with activities, and "pid PID": the workload's
// energy is then accounted under this number, and its CPU time is in /proc/PID/stat. The load lasts as long as the
// result.
std::unique_ptr<OpenFile> open_load_file(Tree& tree, EmulatedMachine& machine);

}  // namespace wattline::jetsim
