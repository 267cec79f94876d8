// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/loader: the processor of the board, for a program whose threads load samples.
#pragma once
#include <memory>

#include "jetsim/board/emulated_machine.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// First "attach NAME WORKERS" is written. Then a written line asks, and the file reads as the answer:
//   begin                                      an epoch begins, and no minibatch is there yet
//   prepare WORKER SAMPLES START_NS READ_NS    a thread has read a minibatch since START_NS, of which it waited READ_NS
//                                              for the medium; "until_ns T", "read_ns N" and "prep_ns N": when the
//                                              processor will be done with it, and what for
//   deliver ASKED_NS MADE_NS                   the training thread asked for a minibatch, which kept a thread busy for
//                                              MADE_NS; "until_ns T": when the thread has it
// Times are those of the board's CLOCK_MONOTONIC. What is ready ahead of time is handed out at the pace at which the
// threads make minibatches in the long run, so that a short run waits as often as a long one.
std::unique_ptr<OpenFile> open_loader_file(EmulatedMachine& machine);

}  // namespace wattline::jetsim
