// SPDX-License-Identifier: Apache-2.0
// The minibatches of one run on a board: the surface of a workload with noise, faults and a slow first minibatch.
#pragma once
#include <cstdint>
#include <string>

#include "jetsim/spec/board_state.hpp"
#include "jetsim/workload/step_noise.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

struct NoiseOptions {
  std::uint64_t seed = 1;
  double first_factor = 0;  // the first minibatch takes this many times as long; 0 = the workload's own
};

class NoisySurface {
 public:
  // Throws as Surface does.
  NoisySurface(const BoardSpec& board, const std::string& workload, const NoiseOptions& options);
  const Surface& surface() const { return surface_; }
  // The next minibatch of the run.
  EmulatedMinibatch next(const BoardState& state, const MinibatchSize& size, Pass pass = Pass::training,
                         const Loading& loading = {});

 private:
  Surface surface_;
  StepNoise noise_;
  double first_factor_;
  Clocks last_;
  bool first_of_run_ = true;
};

}  // namespace wattline::jetsim
