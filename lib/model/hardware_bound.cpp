// SPDX-License-Identifier: Apache-2.0
#include "model/hardware_bound.hpp"

#include <algorithm>
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

// The log of the share of the cores that the system leaves to a program: little of few cores at low clocks.
double log_left(const Features& x) {
  constexpr double kSystem = 0.25;  // of one core at the largest clock: more than systems take, to be on the safe side
  constexpr double kLeast = 0.05;   // as few cores as devices have: nothing tells what happens beyond
  return -std::log(1 + kSystem / std::max(x.cores * x.cpu, kLeast));
}

// The time changes by more than the clocks: threads that wait for a core keep others waiting.
KnobChange time_change(KnobChange change, const Features& to, const Features& from) {
  constexpr double kWaits = 2;
  change.add(kWaits * (log_left(to) - log_left(from)));
  return change;
}

// A larger batch takes longer, by its size at most, and may keep the device busier, by as much.
OutcomeRange with_batch(OutcomeRange range, double log_batch_ratio) {
  const double larger = std::max(log_batch_ratio, 0.0), smaller = std::min(log_batch_ratio, 0.0);
  return {{range.log_ms.low + smaller, range.log_ms.high + larger},
          {range.log_w.low + smaller, range.log_w.high + larger}};
}

LogRange around(double value, const LogRange& change) {
  return {value + change.low, value + change.high};
}

// What a reading of this standard error may be off by.
double tolerance_of(double error, double usual) {
  constexpr double kErrors = 3;
  return std::max(usual, kErrors * error);
}

}  // namespace

HardwareBound::HardwareBound(const DeviceLimits& device, const std::vector<ModeReading>& readings,
                             double time_tolerance, double power_tolerance)
    : device_(device) {
  for (const ModeReading& r : readings) {
    known_.push_back({features(r.mode, device), std::log(r.minibatch_ms), std::log(r.power_w),
                      tolerance_of(r.log_ms_sd, time_tolerance), tolerance_of(r.log_w_sd, power_tolerance)});
  }
}

OutcomeRange HardwareBound::at(const Mode& mode) const {
  const Features x = features(mode, device_);
  OutcomeRange range;
  for (const Known& known : known_) {
    const KnobChange change = change_between(x, known.x);
    const KnobChange slower = time_change(change, x, known.x);
    const OutcomeRange allowed = with_batch({around(known.log_ms, time_range(slower, known.time_tolerance)),
                                             around(known.log_w, power_range(change, known.power_tolerance))},
                                            x.log_batch - known.x.log_batch);
    range.log_ms.narrow(allowed.log_ms);
    range.log_w.narrow(allowed.log_w);
  }
  return range;
}

}  // namespace wattline::model
