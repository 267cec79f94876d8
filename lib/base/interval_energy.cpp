// SPDX-License-Identifier: Apache-2.0
#include "base/interval_energy.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

void widen(RailFacts& facts, const RailFacts& more) {
  facts.window_s = std::max(facts.window_s, more.window_s);
  if (more.error_w) facts.error_w = std::max(facts.error_w.value_or(0), *more.error_w);
  facts.counter = facts.counter || more.counter;
}

void IntervalEnergy::add(const Segment& segment) {
  const double from = std::max(segment.start_s, start_s);
  const double to = std::min(segment.end_s, end_s);
  touched = touched || to >= from;
  if (to <= from) return;
  const double slope = (segment.end_w - segment.start_w) / (segment.end_s - segment.start_s);
  const double from_w = segment.start_w + slope * (from - segment.start_s);
  const double to_w = segment.start_w + slope * (to - segment.start_s);
  const double dt = to - from;
  const double change_j = (segment.end_w - segment.start_w) * dt;
  if (covered_s == 0) edge_start_w = segment.end_w - segment.start_w;
  edge_end_w = segment.end_w - segment.start_w;
  energy_j += dt * (from_w + to_w) / 2;
  covered_s += dt;
  sampling_j2 += change_j * change_j / 2;
  repeated_j2 += segment.repetition * change_j * change_j / 2;
}

double edge_error_j(double change_w, const RailFacts& facts) {
  return std::fabs(change_w) * facts.window_s * (1 + 1.0 / 8);
}

}  // namespace wattline
