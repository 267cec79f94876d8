// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/gpu: the GPU of the board, for a program that does all other work of a training itself.
#pragma once
#include <memory>

#include "jetsim/board/emulated_machine.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// Reads as lines "workload NAME" until "attach NAME SEED" is written. From then on a written line "train SAMPLES" or
// "infer SAMPLES" queues a minibatch, and the file reads as "copied_ns T" and "computed_ns T": when the minibatch will
// be in the GPU's memory, and when it will be done, by the board's CLOCK_MONOTONIC. The GPU serves the minibatches of
// all programs in the order in which they come, and waits for the next one until the file is closed.
std::unique_ptr<OpenFile> open_gpu_file(EmulatedMachine& machine);

}  // namespace wattline::jetsim
