// SPDX-License-Identifier: Apache-2.0
#include "model/hardware_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/knob_change.hpp"

namespace wattline::model {

HardwareBound::HardwareBound(const DeviceLimits& device, const std::vector<ModeReading>& readings, double time_share,
                             double power_share)
    : device_(device), time_share_(time_share), power_share_(power_share) {
  for (const ModeReading& r : readings) {
    const double least = time_share * (std::log(r.minibatch_ms) - kTimeTolerance) +
                         power_share * (std::log(r.power_w) - kPowerTolerance);
    known_.push_back({features(r.mode, device), least});
  }
}

double HardwareBound::at(const Mode& mode) const {
  const Features x = features(mode, device_);
  double bound = -std::numeric_limits<double>::infinity();
  for (const Known& known : known_) {
    KnobChange change;
    change.add(x.log_cores - known.x.log_cores);
    change.add(x.log_cpu - known.x.log_cpu);
    change.add(x.log_gpu - known.x.log_gpu);
    change.add(x.log_emc - known.x.log_emc);
    const double least = known.value - time_share_ * change.raised - power_share_ * kPowerExponent * change.lowered;
    bound = std::max(bound, least);
  }
  return bound;
}

}  // namespace wattline::model
