// SPDX-License-Identifier: Apache-2.0
#include "base/running_energy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wattline {

namespace {
constexpr double kForever = std::numeric_limits<double>::infinity();

// As a file has it with so many decimals.
double printed(double value, double decimals) {
  return std::round(value * decimals) / decimals;
}
}  // namespace

RunningEnergy::RunningEnergy(const RailFacts& sensor)
    : track_({printed(sensor.window_s, 1e6), std::nullopt, sensor.counter}, kMaxGapS) {}

void RunningEnergy::add(double time_s, const std::optional<double>& power_w, double error_w, bool stale) {
  const double t_s = printed(time_s, 1e6);
  const auto use = [this](const Segment& segment) { interval_.add(segment); };
  if (!power_w) return track_.push(t_s, std::nullopt, stale, use);
  const double w = printed(*power_w, 1e4);
  if (readings_++ == 0) {
    interval_ = IntervalEnergy{};
    interval_.start_s = t_s;
    interval_.end_s = kForever;
    min_w_ = max_w_ = w;
    errors_w_ = 0;
  }
  track_.push(t_s, w, stale, use);
  min_w_ = std::min(min_w_, w);
  max_w_ = std::max(max_w_, w);
  errors_w_ += error_w;
  last_s_ = t_s;
}

void RunningEnergy::restart() {
  readings_ = 0;
  track_ = RailTrack(track_.facts(), kMaxGapS);
}

double RunningEnergy::mean_error_w() const {
  return readings_ > 0 ? printed(errors_w_ / static_cast<double>(readings_), 1e6) : 0;
}

IntervalEnergy RunningEnergy::until_last() const {
  if (readings_ == 0) return {};
  IntervalEnergy interval = interval_;
  RailTrack track = track_;
  track.close([&](const Segment& segment) { interval.add(segment); });
  interval.end_s = last_s_;
  return interval;
}

EnergyResult RunningEnergy::result() const {
  IntervalEnergy interval = until_last();
  interval.end_s = interval.start_s + interval.covered_s;  // where nothing was read, no energy is claimed
  RailFacts facts = track_.facts();
  facts.error_w = mean_error_w();
  return evaluate(interval, facts, true);
}

}  // namespace wattline
