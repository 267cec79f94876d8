// SPDX-License-Identifier: Apache-2.0
// Training between the batches of an inference on the same device: in each window, in which a batch of requests
// arrives, the batch before it is inferred, and as many whole training minibatches are made as fit into the rest. If
// the phases have different modes, each window has two changes of the mode. This is the schedule of `trainstep
// --interleave`.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "model/mode.hpp"

namespace wattline::model {

struct PhaseGoal {
  double arrivals_per_s = 0;      // of the requests
  double latency_ms = 0;          // limit, from the arrival of a request to its answer
  double change_ms = 0;           // time of one change of the mode
  std::optional<double> power_w;  // limit of each phase
};

struct PhasePlan {
  Mode training{}, inference{};  // the latter with the batch size of the requests
  double training_per_s = 0;     // minibatches
  double latency_ms = 0;         // of the first request of a batch
  double training_w = 0, inference_w = 0;
  double power_w = 0;  // mean; changes count as the phase that draws more, idle time as training
};

// Empty if the plan breaks a limit, or if no training minibatch fits. The batch size of `inference` must be known.
std::optional<PhasePlan> plan_phases(const PhaseGoal& goal, const ModeReading& training, const ModeReading& inference);

// The plans with the most training, and of these the ones with the least power.
struct PhasePlans {
  std::optional<PhasePlan> single;     // one mode for both phases
  std::optional<PhasePlan> per_phase;  // the best mode for each; they may be the same
};
PhasePlans best_phase_plans(const PhaseGoal& goal, const std::vector<ModeReading>& training,
                            const std::vector<ModeReading>& inference);

}  // namespace wattline::model
