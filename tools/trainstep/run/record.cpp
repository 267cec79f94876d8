// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

namespace {

void append(std::vector<double>& to, const std::vector<double>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

}  // namespace

void Stages::add(const Stages& other) {
  stall_ms += other.stall_ms;
  h2d_ms += other.h2d_ms;
  compute_ms += other.compute_ms;
  step_ms += other.step_ms;
  read_ms += other.read_ms;
  prep_ms += other.prep_ms;
  launch_ms = std::isnan(launch_ms) ? other.launch_ms : launch_ms + other.launch_ms;
  hook_ms += other.hook_ms;
}

void EpochRecord::add(const StepRecord& step) {
  if (steps == 0) start_ns = step.start_ns;
  ++steps;
  images += step.images;
  end_ns = step.end_ns;
  end_time_ns = step.end_time_ns;
  all.add(step);
  if (step.phase != Phase::counted) return;
  ++counted;
  of_counted.add(step);
  stalls_ms.push_back(step.stall_ms);
  computes_ms.push_back(step.compute_ms);
  steps_ms.push_back(step.step_ms);
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
  append(stalls_ms, part.stalls_ms);
  append(computes_ms, part.computes_ms);
  append(steps_ms, part.steps_ms);
}

}  // namespace wattline::trainstep
