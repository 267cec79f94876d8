// SPDX-License-Identifier: Apache-2.0
// The smallest objective that the hardware can reach in a mode, given what was measured in other modes: a mode whose
// clocks are all lower than those of a measured mode cannot be faster, however little the model knows about it.
#pragma once
#include <vector>

#include "model/features.hpp"
#include "model/mode.hpp"

namespace wattline::model {

class HardwareBound {
 public:
  // The objective is time_share * log(ms) + power_share * log(W).
  HardwareBound(const DeviceLimits& device, const std::vector<ModeReading>& readings, double time_share,
                double power_share);
  // In the same logs; -infinity without readings.
  double at(const Mode& mode) const;

 private:
  struct Known {
    Features x;
    double value;
  };
  DeviceLimits device_;
  std::vector<Known> known_;
  double time_share_, power_share_;
};

}  // namespace wattline::model
