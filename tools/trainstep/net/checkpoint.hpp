// SPDX-License-Identifier: Apache-2.0
// Files from which a run goes on.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "trainstep/net/trainer.hpp"

namespace wattline::trainstep {

struct CheckpointFacts {
  std::vector<std::pair<std::string, std::string>> settings;  // of the run: only one with the same can go on
  std::int64_t epoch = 0, steps = 0, counted = 0;             // where it goes on: steps of that epoch that are done
  std::string end{};  // how the run ended that wrote it last; empty = it went on, or was killed
};

// Replaces the file as a whole. Without a network there are only facts to keep.
void write_checkpoint(const std::string& path, const CheckpointFacts& facts, const Trainer* network);
// Throws a data error when the file is no checkpoint or its checksums are wrong, and Error{io} when it cannot be read.
CheckpointFacts read_checkpoint(const std::string& path);
// Makes the network that of a checkpoint that was read. Throws a data error when it is that of another network.
void restore_checkpoint(const std::string& path, Trainer& network);

}  // namespace wattline::trainstep
