// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/step_phase.hpp"

namespace wattline::trainstep {

Phase PhaseTracker::take(std::int64_t start_ns, std::int64_t end_ns) {
  if (!first_end_ns_) {
    first_end_ns_ = end_ns;
    return Phase::first;
  }
  if (start_ns - *first_end_ns_ < stabilize_ns_) return Phase::stabilizing;
  ++counted_;
  return Phase::counted;
}

}  // namespace wattline::trainstep
