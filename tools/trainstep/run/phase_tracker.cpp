// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/phase_tracker.hpp"

namespace wattline::trainstep {

StepPhase PhaseTracker::take(std::int64_t start_ns, std::int64_t end_ns) {
  if (!first_ended_) {
    first_ended_ = true;
    first_end_ns_ = end_ns;
    return StepPhase::first;
  }
  if (start_ns - first_end_ns_ < stabilize_ns_) return StepPhase::stabilizing;
  ++counted_;
  return StepPhase::counted;
}

}  // namespace wattline::trainstep
