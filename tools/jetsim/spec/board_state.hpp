// SPDX-License-Identifier: Apache-2.0
// What a workload sees of the board that it runs on.
#pragma once
#include <string>
#include <vector>

#include "jetsim/spec/true_power.hpp"

namespace wattline::jetsim {

// How the timing of a mode is wrong.
enum class Outlier { none, fast, slow };

struct BoardState {
  Clocks clocks;
  double celsius = 0;
  Outlier outlier = Outlier::none;  // of this mode
  std::vector<std::string> hang;    // modes in which nothing moves
  double gpu_slowdown = 1;          // how many times as long computing on the GPU takes because others use it too
};

// Whether the board is in a mode in which nothing moves.
bool hangs(const BoardState& state);

}  // namespace wattline::jetsim
