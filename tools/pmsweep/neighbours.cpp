// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wattline::pmsweep {

namespace {

// Tolerances on log scale: several times the spread of repeated profiles, far below what a clock that was not in
// force does to them.
constexpr double kTimeTolerance = 0.15;
constexpr double kPowerTolerance = 0.10;
constexpr double kPowerExponent = 3;
constexpr double kFarthest = 1.4;  // sum of the knobs' log ratios, a factor of four: beyond it bounds say little
constexpr std::size_t kNearest = 8;
constexpr std::size_t kFewest = 2;  // one other profile could be the wrong one

// From the other mode to this one: by how much knobs were raised and lowered, sums of log ratios.
struct Distance {
  double raised = 0, lowered = 0;
  double sum() const { return raised + lowered; }
};

bool add_knob(const std::optional<std::int64_t>& to, const std::optional<std::int64_t>& from, Distance& distance) {
  if (to.has_value() != from.has_value()) return false;
  if (!to || *to <= 0 || *from <= 0) return true;
  const double ratio = std::log(static_cast<double>(*to) / static_cast<double>(*from));
  (ratio > 0 ? distance.raised : distance.lowered) += std::fabs(ratio);
  return true;
}

std::optional<Distance> distance_between(const PowerMode& to, const PowerMode& from) {
  Distance distance;
  const bool comparable = add_knob(to.cores, from.cores, distance) && add_knob(to.cpu_khz, from.cpu_khz, distance) &&
                          add_knob(to.gpu_hz, from.gpu_hz, distance) && add_knob(to.emc_hz, from.emc_hz, distance);
  return comparable && distance.sum() <= kFarthest ? std::optional<Distance>(distance) : std::nullopt;
}

bool contradict(const Point& point, const Point& other, const Distance& distance) {
  const double time = std::log(point.minibatch_ms / other.minibatch_ms);
  const double power = std::log(point.power_w / other.power_w);
  return time < -distance.raised - kTimeTolerance || time > distance.lowered + kTimeTolerance ||
         power > kPowerExponent * distance.raised + kPowerTolerance ||
         power < -kPowerExponent * distance.lowered - kPowerTolerance;
}

struct Judged {
  double distance;
  bool contradicts;
};

}  // namespace

bool disagrees(const Point& point, const std::vector<Point>& others) {
  std::vector<Judged> judged;
  for (const Point& other : others) {
    const auto distance = distance_between(point.mode, other.mode);
    if (distance) judged.push_back({distance->sum(), contradict(point, other, *distance)});
  }
  if (judged.size() < kFewest) return false;
  const std::size_t nearest = std::min(kNearest, judged.size());
  const auto middle = judged.begin() + static_cast<std::ptrdiff_t>(nearest);
  std::partial_sort(judged.begin(), middle, judged.end(),
                    [](const Judged& a, const Judged& b) { return a.distance < b.distance; });
  const auto against = std::count_if(judged.begin(), middle, [](const Judged& entry) { return entry.contradicts; });
  return 2 * static_cast<std::size_t>(against) > nearest;
}

}  // namespace wattline::pmsweep
