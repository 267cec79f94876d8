// SPDX-License-Identifier: Apache-2.0
#include "measure/power_readings.hpp"

#include "base/rail_track.hpp"
#include "base/statistics.hpp"

namespace wattline::measure {

void PowerReadings::forget_until(double mono_s) {
  while (!readings_.empty() && readings_.front().mono_s < mono_s) readings_.pop_front();
}

bool PowerReadings::has_fresh(double mono_s) const {
  for (auto reading = readings_.rbegin(); reading != readings_.rend() && reading->mono_s >= mono_s; ++reading) {
    if (!reading->stale) return true;
  }
  return false;
}

EnergyResult PowerReadings::energy(const std::vector<Stretch>& stretches, const RailFacts& facts) const {
  std::vector<IntervalEnergy> intervals;
  double length_s = 0;
  for (const Stretch& stretch : stretches) {
    intervals.emplace_back();
    intervals.back().start_s = stretch.start_s;
    intervals.back().end_s = stretch.end_s;
    length_s += stretch.end_s - stretch.start_s;
  }
  std::size_t first = 0;  // that a segment to come can reach
  const auto add = [&](const Segment& segment) {
    while (first < intervals.size() && intervals[first].end_s < segment.start_s) ++first;
    for (std::size_t i = first; i < intervals.size() && intervals[i].start_s <= segment.end_s; ++i) {
      intervals[i].add(segment);
    }
  };
  RailTrack track(facts, kMaxGapS);
  for (const Reading& reading : readings_) {
    track.push(reading.mono_s, reading.watts, reading.stale, add);
    for (std::size_t i = first; !reading.stale && i < intervals.size() && intervals[i].start_s < reading.mono_s; ++i) {
      intervals[i].count_sample(reading.mono_s, facts.window_s);
    }
  }
  track.close(add);
  EnergySum sum;
  for (const IntervalEnergy& interval : intervals) sum.add(interval, facts);
  return sum.evaluate(facts, length_s >= facts.window_s);
}

std::vector<double> PowerReadings::fresh_watts(const Stretch& stretch) const {
  std::vector<double> watts;
  for (const Reading& reading : readings_) {
    const bool within = reading.mono_s >= stretch.start_s && reading.mono_s <= stretch.end_s;
    if (within && !reading.stale) watts.push_back(reading.watts);
  }
  return watts;
}

std::optional<PowerReadings::Level> PowerReadings::level(double now_s, double length_s) const {
  Running running;
  for (auto reading = readings_.rbegin(); reading != readings_.rend(); ++reading) {
    if (reading->mono_s <= now_s - length_s) break;
    running.add(reading->watts);
  }
  if (running.count() == 0) return std::nullopt;
  return Level{*running.mean(), running.sd().value_or(0), static_cast<double>(running.count())};
}

}  // namespace wattline::measure
