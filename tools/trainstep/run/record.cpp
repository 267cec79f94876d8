// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/record.hpp"

#include <utility>

namespace wattline::trainstep {

void StepTimes::add(const StepRecord& step) {
  stall_ms.add(step.stall_ms);
  compute_ms.add(step.compute_ms);
  step_ms.add(step.step_ms);
}

void StepTimes::add(const StepTimes& other) {
  stall_ms.add(other.stall_ms);
  compute_ms.add(other.compute_ms);
  step_ms.add(other.step_ms);
}

void EpochRecord::add(const StepRecord& step) {
  if (steps == 0) start_ns = step.start_ns;
  ++steps;
  images += step.images;
  end_ns = step.end_ns;
  end_time_ns = step.end_time_ns;
  all.add(step);
  if (step.phase != StepPhase::counted) return;
  ++counted;
  of_counted.add(step);
  times.add(step);
}

void EpochRecord::add(const EpochRecord& part) {
  end_ns = part.end_ns;
  end_time_ns = part.end_time_ns;
  steps += part.steps;
  counted += part.counted;
  images += part.images;
  complete = complete || part.complete;
  all.add(part.all);
  of_counted.add(part.of_counted);
  boundary_hook_ms += part.boundary_hook_ms;
  times.add(part.times);
}

void RunRecord::add(EpochRecord epoch) {
  all_epochs.add(epoch.times);
  if (!epochs.empty() && epochs.front().epoch != epoch.epoch) epochs_1_on.add(epoch.times);
  epoch.times = {};
  if (!epochs.empty() && epochs.back().epoch == epoch.epoch) {
    epochs.back().add(epoch);
  } else {
    epochs.push_back(std::move(epoch));
  }
}

}  // namespace wattline::trainstep
