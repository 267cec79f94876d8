// SPDX-License-Identifier: Apache-2.0
// The times and powers that the hardware can reach in a mode, given what was measured in other modes
// (base/knob_change.hpp): a mode whose clocks are all lower than those of a measured mode cannot be faster, nor slower
// by more than the product of the ratios of their clocks, however little the model knows about it. Of few cores at low
// clocks the system takes its share first, so that less is left than the ratios say.
#pragma once
#include <vector>

#include "base/knob_change.hpp"
#include "model/features.hpp"
#include "model/mode.hpp"

namespace wattline::model {

// Of the natural logs of milliseconds and watts.
struct OutcomeRange {
  LogRange log_ms, log_w;
};

class HardwareBound {
 public:
  HardwareBound(const DeviceLimits& device, const std::vector<ModeReading>& readings,
                double time_tolerance = kTimeTolerance, double power_tolerance = kPowerTolerance);
  // Unlimited without readings; empty where readings contradict each other.
  OutcomeRange at(const Mode& mode) const;

 private:
  struct Known {
    Features x;
    double log_ms, log_w;
    double time_tolerance, power_tolerance;
  };
  DeviceLimits device_;
  std::vector<Known> known_;
};

}  // namespace wattline::model
