// SPDX-License-Identifier: Apache-2.0
#include "joules/group_power.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace wattline::joules {

namespace {
constexpr std::size_t kMostGroups = 100;
constexpr double kLargestError = 0.5;  // of the energy
constexpr double kOutside = 1e-3;      // largest share of a window that no interval has
constexpr double kMostLeftOut = 0.05;  // of a group's share in all windows
constexpr double kReach = 3;           // windows before a reading: its own, its age, and the shift
constexpr double kEachSeen = 0.95;     // of a window: rows that are not farther apart show each conversion
constexpr double kNextWindows = 1.9;   // at most, from one conversion to the next one that was read
constexpr std::size_t kFewestTracked = 8, kMostTracked = 64;  // conversions, whose ends are computed together
double part_of_shifts(std::size_t shift) {
  return static_cast<double>(shift) / (WindowFits::kShifts - 1);
}

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
  const bool follows = !spans_.empty() && interval.start_s - spans_.back().end_s < kContiguousS;
  if (follows && interval.start_s > spans_.back().end_s) spans_.back().end_s = interval.start_s;
  spans_.push_back({interval.start_s, interval.end_s, found->second});
  longest_s_ = std::max(longest_s_, interval.end_s - interval.start_s);
}

// Intervals that no window will reach any more.
void GroupPower::forget() {
  double from_s = std::numeric_limits<double>::infinity();
  for (const Rail& rail : rails_) {
    if (!rail.last) return;
    from_s = std::min(from_s, rail.last->t_s - kReach * rail.facts.window_s);
    if (rail.pending.empty()) continue;
    const Reading& oldest = rail.pending.front();
    from_s = std::min(from_s, oldest.t_s - kReach * oldest.window_s);
  }
  while (!spans_.empty() && spans_.front().end_s < from_s) spans_.pop_front();
}

void GroupPower::read(const PowerSample& sample) {
  Rail& rail = rails_[sample.rail];
  if (given_up_ || !sample.power_w) return;
  const std::optional<PowerSample> last = rail.last;
  rail.last = sample;
  if (sample.stale || !last || spans_.empty()) return;
  const double gap_s = sample.t_s - last->t_s;
  const double window_s = rail.facts.counter ? gap_s : rail.facts.window_s;
  if (window_s <= 0) return;
  // Equal readings do not tell when one conversion ended and the next began, nor do sums of what several chips convert.
  const bool told = rail.facts.one_chip && sample.power_w != last->power_w;
  const double age_s = rail.facts.counter ? 0 : told ? std::min(gap_s, window_s) : window_s;
  const Reading reading{age_s, sample.t_s, window_s, *sample.power_w};
  const bool each_seen = !rail.facts.counter && told && gap_s < kEachSeen * window_s;
  if (!each_seen || !continues(rail, last->t_s, reading)) {
    use_pending(rail);
    rail.conversions = ConversionTimes(window_s);
    rail.conversions.add(last->t_s, reading.t_s);
  }
  rail.pending.push_back(reading);
  forget();
}

// Whether the reading is of the conversion after that of the last pending one. The row before it, at after_s, had an
// older conversion.
bool GroupPower::continues(Rail& rail, double after_s, const Reading& reading) {
  if (rail.pending.empty() || rail.pending.size() == kMostTracked) return false;
  const bool next = reading.t_s - rail.pending.back().t_s < kNextWindows * reading.window_s;
  return next && rail.conversions.add(after_s, reading.t_s);
}

void GroupPower::use_pending(Rail& rail) {
  const bool known = rail.pending.size() >= kFewestTracked;
  std::array<ConversionTimes::Line, WindowFits::kWindows> lines{};
  if (known) {
    for (std::size_t k = 0; k < WindowFits::kShifts; ++k) lines[k] = rail.conversions.at(part_of_shifts(k));
    lines[WindowFits::kShifts] = rail.conversions.shortest();
    lines[WindowFits::kShifts + 1] = rail.conversions.longest();
  }
  for (std::size_t n = 0; n < rail.pending.size(); ++n) {
    Windows windows = any_time(rail.pending[n]);
    const auto follow = [n](const ConversionTimes::Line& line) { return Window{line.end_s(n), 0, line.period_s}; };
    if (known) std::transform(lines.begin(), lines.end(), windows.begin(), follow);
    use(rail, windows, rail.pending[n].power_w);
  }
  rail.pending.clear();
}

// Windows that ended at any time within the age of the reading, or all somewhat earlier or later than that.
GroupPower::Windows GroupPower::any_time(const Reading& reading) {
  Windows windows;
  windows.fill({reading.t_s, reading.age_s, reading.window_s});
  for (std::size_t k = 0; k < WindowFits::kShifts; ++k) windows[k].end_s += reading.age_s * (part_of_shifts(k) - 0.5);
  return windows;
}

void GroupPower::use(Rail& rail, const Windows& windows, double power_w) {
  bool inside = true;
  for (std::size_t k = 0; k < windows.size(); ++k) inside = find_shares(windows[k], shares_[k]) && inside;
  rail.seen.resize(groups_.size());
  for (const PowerFit::Share& share : shares_[WindowFits::kLikeliest]) {
    (inside ? rail.seen[share.group].used : rail.seen[share.group].left_out) += share.of_window;
  }
  if (!inside) return;
  find_shares(windows[WindowFits::kLikeliest], pieces_, WindowFits::kPieces);
  rail.fits.add(shares_, pieces_, groups_.size(), power_w);
}

// The shares of the groups, or of equal pieces of them, in a window. False if other time is in it, too.
bool GroupPower::find_shares(const Window& window, std::vector<PowerFit::Share>& shares, std::size_t pieces) const {
  shares.clear();
  double inside = 0;
  const auto starts_before = [](const Span& span, double t_s) { return span.start_s < t_s; };
  const double from_s = window.end_s - window.age_s - window.window_s - longest_s_;
  auto span = std::lower_bound(spans_.begin(), spans_.end(), from_s, starts_before);
  for (; span != spans_.end() && span->start_s < window.end_s; ++span) {
    const double piece_s = (span->end_s - span->start_s) / static_cast<double>(pieces);
    for (std::size_t i = 0; i < pieces; ++i) {
      const double start_s = span->start_s + static_cast<double>(i) * piece_s;
      const double share = window_share(start_s, start_s + piece_s, window.end_s, window.window_s, window.age_s);
      if (share <= 0) continue;
      PowerFit::add_share(shares, {pieces * span->group + i, share});
      inside += share;
    }
  }
  return inside > 1 - kOutside && inside < 1 + kOutside;
}

bool GroupPower::Seen::selected() const {
  return left_out > kMostLeftOut * used;
}

std::optional<EnergyResult> GroupPower::fitted(const EnergyResult& sum, const std::vector<std::string>& key,
                                               std::size_t index) {
  Rail& rail = rails_[index];
  if (given_up_ || sum.coverage_pct < 100) return std::nullopt;
  use_pending(rail);
  if (!rail.powers) rail.powers = rail.fits.solve();
  const auto found = groups_.find(key);
  if (found == groups_.end() || found->second >= rail.powers->size()) return std::nullopt;
  const auto& power = (*rail.powers)[found->second];
  if (!power || rail.seen[found->second].selected()) return std::nullopt;
  const double fit_error_j = power->error_w * sum.length_s;
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
