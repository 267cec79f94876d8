// SPDX-License-Identifier: Apache-2.0
// Which minibatches of an epoch are counted: not the first (kernels are being chosen), not those that begin while
// clocks and power settle, then all of them or --max-steps.
#pragma once
#include <cstdint>

#include "base/step_phase.hpp"

namespace wattline::trainstep {

class PhaseTracker {
 public:
  // `most` counted steps; 0 = no limit. The time to stabilise runs from the end of the first step.
  PhaseTracker(std::int64_t stabilize_ns, std::int64_t most) : stabilize_ns_(stabilize_ns), most_(most) {}

  bool done() const { return most_ > 0 && counted_ >= most_; }
  // The phase of a step that begins and ends at these times.
  StepPhase take(std::int64_t start_ns, std::int64_t end_ns);
  std::int64_t counted() const { return counted_; }

 private:
  std::int64_t stabilize_ns_, most_;
  std::int64_t counted_ = 0;
  bool first_ended_ = false;
  std::int64_t first_end_ns_ = 0;
};

}  // namespace wattline::trainstep
