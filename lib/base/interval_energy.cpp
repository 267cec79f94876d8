// SPDX-License-Identifier: Apache-2.0
#include "base/interval_energy.hpp"

#include <algorithm>
#include <cmath>

namespace wattline {

namespace {
double square(double x) {
  return x * x;
}
}  // namespace

void widen(RailFacts& facts, const RailFacts& more) {
  facts.window_s = std::max(facts.window_s, more.window_s);
  if (more.error_w) facts.error_w = std::max(facts.error_w.value_or(0), *more.error_w);
  facts.counter = facts.counter || more.counter;
  facts.one_chip = facts.one_chip && more.one_chip;
}

void IntervalEnergy::add(const Segment& segment) {
  const double from = std::max(segment.start_s, start_s);
  const double to = std::min(segment.end_s, end_s);
  touched = touched || to >= from;
  if (to <= from) return;
  const double slope = (segment.end_w - segment.start_w) / segment.length_s();
  const double from_w = segment.start_w + slope * (from - segment.start_s);
  const double to_w = segment.start_w + slope * (to - segment.start_s);
  const double dt = to - from;
  energy_j += dt * (from_w + to_w) / 2;
  covered_s += dt;
  // Readings of independent parts of the time: half the mean square of their differences is their variance.
  const double variance_s2 = segment.unseen * dt * dt / 2;
  sampling_j2 += variance_s2 * square(segment.change_w);
  repeated_j2 += variance_s2 * square(segment.change_w) * segment.repetition;
  usual_j2 += variance_s2 * segment.usual_w2;
  unseen_s += segment.unseen * dt;
  jitter_j2 += segment.jitter_j2 * dt / segment.length_s();
  if (segment.missed) missed_j += dt * (segment.high_w - segment.low_w) / 2;
  if (segments < 2) first_edge_j = std::max(first_edge_j, segment.edge_j);
  before_last_edge_j = last_edge_j;
  last_edge_j = segment.edge_j;
  resolution_s = std::max(resolution_s, segment.resolution_s);
  longest_segment_s = std::max(longest_segment_s, segment.length_s());
  low_w = segment.low_w;
  high_w = segment.high_w;
  ++segments;
}

void IntervalEnergy::count_sample(double t_s, double window_s) {
  if (t_s > start_s && t_s <= end_s) ++samples;
  const double quarter = 4 * (t_s - window_s / 2 - start_s) / length_s();
  if (quarter >= 0 && quarter < 4) ++readings[static_cast<std::size_t>(quarter)];
}

}  // namespace wattline
