// SPDX-License-Identifier: Apache-2.0
#include "joules/group_power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace wattline::joules {

namespace {
constexpr std::size_t kMostGroups = 100;
constexpr double kSigmas = 3;
constexpr double kLargestError = 0.5;  // of the energy
constexpr double kOutside = 1e-3;      // largest share of a window that no interval has
}  // namespace

GroupPower::GroupPower(const std::vector<RailFacts>& rails, bool required) : rails_(rails.size()), required_(required) {
  for (std::size_t i = 0; i < rails.size(); ++i) rails_[i].facts = rails[i];
}

void GroupPower::open(const Interval& interval) {
  if (given_up_) return;
  const auto [found, is_new] = groups_.try_emplace(interval.fields, groups_.size());
  if (is_new && groups_.size() > kMostGroups) {
    given_up_ = true;
    spans_.clear();
    if (!required_) return;
    throw usage_error("--fit: more than " + std::to_string(kMostGroups) + " groups", "give --by fewer columns");
  }
  if (last_group_) ++followed_[{*last_group_, found->second}];
  last_group_ = found->second;
  spans_.push_back({interval.start_s, interval.end_s, found->second});
}

// Intervals that no window will reach any more.
void GroupPower::forget() {
  double from_s = std::numeric_limits<double>::infinity();
  for (const Rail& rail : rails_) {
    if (!rail.last_s) return;
    from_s = std::min(from_s, *rail.last_s - 2 * rail.facts.window_s);
  }
  while (!spans_.empty() && spans_.front().end_s < from_s) spans_.pop_front();
}

void GroupPower::read(const PowerSample& sample) {
  Rail& rail = rails_[sample.rail];
  if (given_up_ || !sample.power_w) return;
  const std::optional<double> last_s = rail.last_s;
  rail.last_s = sample.t_s;
  if (sample.stale || !last_s || spans_.empty()) return;
  const double gap_s = sample.t_s - *last_s;
  const double window_s = rail.facts.counter ? gap_s : rail.facts.window_s;
  const double age_s = rail.facts.counter ? 0 : std::min(gap_s, window_s);
  if (window_s <= 0) return;
  shares_.clear();
  double inside = 0;
  for (const Span& span : spans_) {
    const double share = window_share(span.start_s, span.end_s, sample.t_s, window_s, age_s);
    if (share <= 0) continue;
    add_share(span.group, share);
    inside += share;
  }
  if (inside > 1 - kOutside && inside < 1 + kOutside) {
    rail.fit.add(shares_, groups_.size(), *sample.power_w);
    rail.ages_s += age_s;
    ++rail.readings;
  }
  forget();
}

// Readings may all be older, or all younger, than half of the time within which they were taken: if the times of
// sampling keep step with the conversions. All windows are then shifted, and each interval gives some of its energy to
// a neighbour.
double GroupPower::shift_error_j(const Rail& rail, std::size_t group) const {
  const double own_w = (*rail.powers)[group]->mean_w;
  const auto difference_w = [&](std::size_t other) {
    const bool known = other < rail.powers->size() && (*rail.powers)[other];
    return known ? (*rail.powers)[other]->mean_w - own_w : own_w;
  };
  double late_w = 0, early_w = 0;
  for (const auto& [groups, times] : followed_) {
    if (groups.second == group) late_w += static_cast<double>(times) * difference_w(groups.first);
    if (groups.first == group) early_w += static_cast<double>(times) * difference_w(groups.second);
  }
  const double shift_s = rail.readings > 0 ? rail.ages_s / static_cast<double>(rail.readings) / 2 : 0;
  return shift_s * std::max(std::fabs(late_w), std::fabs(early_w));
}

void GroupPower::add_share(std::size_t group, double share) {
  const auto same = [group](const PowerFit::Share& known) { return known.group == group; };
  const auto found = std::find_if(shares_.begin(), shares_.end(), same);
  if (found == shares_.end()) {
    shares_.push_back({group, share});
  } else {
    found->of_window += share;
  }
}

std::optional<EnergyResult> GroupPower::fitted(const EnergyResult& sum, const std::vector<std::string>& key,
                                               std::size_t index) {
  Rail& rail = rails_[index];
  if (given_up_ || sum.coverage_pct < 100) return std::nullopt;
  if (!rail.powers) rail.powers = rail.fit.solve();
  const auto found = groups_.find(key);
  if (found == groups_.end() || found->second >= rail.powers->size()) return std::nullopt;
  const auto& power = (*rail.powers)[found->second];
  if (!power || !power->sd_w) return std::nullopt;
  const double fit_error_j = kSigmas * *power->sd_w * sum.length_s + shift_error_j(rail, found->second);
  const double energy_j = power->mean_w * sum.length_s;
  if (!(fit_error_j <= kLargestError * std::fabs(energy_j))) return std::nullopt;
  EnergyResult energy = sum;
  energy.too_short = false;
  energy.mean_power_w = power->mean_w;
  energy.energy_j = energy_j;
  energy.error_j = std::nullopt;
  if (rail.facts.error_w) energy.error_j = *rail.facts.error_w * sum.length_s + fit_error_j;
  return energy;
}

}  // namespace wattline::joules
