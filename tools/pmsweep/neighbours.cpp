// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/knob_change.hpp"

namespace wattline::pmsweep {

namespace {

constexpr double kFarthest = 1.4;  // sum of the knobs' log ratios, a factor of four: beyond it bounds say little
constexpr std::size_t kNearest = 8;
constexpr std::size_t kFewest = 2;  // one other profile could be the wrong one

bool add_knob(const std::optional<std::int64_t>& to, const std::optional<std::int64_t>& from, KnobChange& change) {
  if (to.has_value() != from.has_value()) return false;
  if (!to || *to <= 0 || *from <= 0) return true;
  change.add(std::log(static_cast<double>(*to) / static_cast<double>(*from)));
  return true;
}

// From one mode to the other, if the two can be compared.
std::optional<KnobChange> change_between(const PowerMode& to, const PowerMode& from) {
  KnobChange change;
  const bool comparable = add_knob(to.cores, from.cores, change) && add_knob(to.cpu_khz, from.cpu_khz, change) &&
                          add_knob(to.gpu_hz, from.gpu_hz, change) && add_knob(to.emc_hz, from.emc_hz, change);
  return comparable && change.sum() <= kFarthest ? std::optional<KnobChange>(change) : std::nullopt;
}

bool contradict(const ProfilePoint& point, const ProfilePoint& other, const KnobChange& change) {
  return !possible(change, std::log(point.minibatch_ms / other.minibatch_ms), std::log(point.power_w / other.power_w));
}

struct Judged {
  double distance;
  bool contradicts;
};

}  // namespace

bool disagrees(const ProfilePoint& point, const std::vector<ProfilePoint>& others) {
  std::vector<Judged> judged;
  for (const ProfilePoint& other : others) {
    const auto change = change_between(point.mode, other.mode);
    if (change) judged.push_back({change->sum(), contradict(point, other, *change)});
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
