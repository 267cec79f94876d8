// SPDX-License-Identifier: Apache-2.0
#include "model/hardware_bound.hpp"

#include <cmath>

namespace wattline::model {

namespace {

KnobChange change_between(const Features& to, const Features& from) {
  KnobChange change;
  change.add(to.log_cores - from.log_cores);
  change.add(to.log_cpu - from.log_cpu);
  change.add(to.log_gpu - from.log_gpu);
  change.add(to.log_emc - from.log_emc);
  return change;
}

LogRange around(double value, const LogRange& change) {
  return {value + change.low, value + change.high};
}

}  // namespace

HardwareBound::HardwareBound(const DeviceLimits& device, const std::vector<ModeReading>& readings,
                             double time_tolerance, double power_tolerance)
    : device_(device), time_tolerance_(time_tolerance), power_tolerance_(power_tolerance) {
  for (const ModeReading& r : readings) {
    known_.push_back({features(r.mode, device), std::log(r.minibatch_ms), std::log(r.power_w)});
  }
}

OutcomeRange HardwareBound::at(const Mode& mode) const {
  const Features x = features(mode, device_);
  OutcomeRange range;
  for (const Known& known : known_) {
    const KnobChange change = change_between(x, known.x);
    range.log_ms.narrow(around(known.log_ms, time_range(change, time_tolerance_)));
    range.log_w.narrow(around(known.log_w, power_range(change, power_tolerance_)));
  }
  return range;
}

}  // namespace wattline::model
