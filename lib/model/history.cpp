// SPDX-License-Identifier: Apache-2.0
#include "model/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wattline::model {

namespace {

std::vector<double> parts_of(const std::vector<Outcome>& outcomes, double Outcome::*part) {
  std::vector<double> values;
  for (const Outcome& outcome : outcomes) values.push_back(outcome.*part);
  return values;
}

constexpr double kAgreement = 0.05;  // log distance of two readings beyond which one of them is a fault,
constexpr double kErrors = 3;        // unless it is below so many standard deviations of their errors

bool far(double a, double b, double a_sd, double b_sd) {
  return std::fabs(std::log(a / b)) > std::max(kAgreement, kErrors * std::hypot(a_sd, b_sd));
}
bool far_in_time(const Outcome& a, const Outcome& b) {
  return far(a.minibatch_ms, b.minibatch_ms, a.log_ms_sd, b.log_ms_sd);
}

// The one that counts of two readings that disagree.
const Outcome& slower_or_hotter(const Outcome& a, const Outcome& b) {
  const auto decides = far_in_time(a, b) ? &Outcome::minibatch_ms : &Outcome::power_w;
  return a.*decides > b.*decides ? a : b;
}

Outcome combine_outcomes(std::vector<Outcome> all) {
  keep_precise(all);
  return all.size() == 2 && disagree(all[0], all[1]) ? slower_or_hotter(all[0], all[1]) : combine(all);
}

}  // namespace

Outcome combine(const std::vector<Outcome>& outcomes) {
  const auto value = [&](double Outcome::*part) { return combine(parts_of(outcomes, part)); };
  const auto error = [&](double Outcome::*part, double usual) {
    return combine_errors(parts_of(outcomes, part), usual);
  };
  return {value(&Outcome::minibatch_ms),
          value(&Outcome::power_w),
          value(&Outcome::infer_ms),
          value(&Outcome::latency_ms),
          error(&Outcome::log_ms_sd, kTimeNoise),
          error(&Outcome::log_w_sd, kPowerNoise)};
}

bool disagree(const Outcome& a, const Outcome& b) {
  return far_in_time(a, b) || far(a.power_w, b.power_w, a.log_w_sd, b.log_w_sd);
}

History::History(const std::vector<Try>& tries) {
  for (const Try& entry : tries) add(entry);
}

void History::add(const Try& entry) {
  tries_.push_back(entry);
  auto& outcomes = readings_[entry.mode];
  if (entry.outcome) outcomes.push_back(*entry.outcome);
}

History History::repeatable() const {
  History kept;
  for (const Try& entry : tries_) {
    kept.add(entry);
    auto& outcomes = kept.readings_[entry.mode];
    if (!entry.outcome && outcomes.size() == 1) outcomes.clear();
  }
  return kept;
}

History History::without_readings(const Mode& mode) const {
  History kept = *this;
  kept.readings_[mode].clear();
  kept.expected_.erase(mode);
  return kept;
}

void History::expect(const Mode& mode, const Outcome& outcome) {
  expected_[mode] = outcome;
}

History History::by_readings() const {
  History plain = *this;
  plain.expected_.clear();
  return plain;
}

std::size_t History::times_read(const Mode& mode) const {
  const auto found = readings_.find(mode);
  return found == readings_.end() ? 0 : found->second.size();
}

std::optional<Outcome> History::outcome(const Mode& mode) const {
  const auto found = readings_.find(mode);
  if (found == readings_.end() || found->second.empty()) return std::nullopt;
  return combine_outcomes(found->second);
}

std::map<Mode, Outcome> History::combined() const {
  std::map<Mode, Outcome> outcomes;
  for (const auto& [mode, readings] : readings_) {
    if (!readings.empty()) outcomes.emplace_hint(outcomes.end(), mode, combine_outcomes(readings));
  }
  return outcomes;
}

std::size_t History::failures_in_a_row() const {
  std::size_t count = 0;
  while (count < tries_.size() && !tries_[tries_.size() - 1 - count].outcome) ++count;
  return count;
}

std::optional<History::Best> History::best(const Goal& goal) const {
  std::optional<Best> best;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [mode, read] : combined()) {
    const auto expected = expected_.find(mode);
    const Outcome& outcome = expected == expected_.end() ? read : expected->second;
    if (!goal.feasible(mode, read) || !goal.feasible(mode, outcome) || goal.value(mode, outcome) >= least) continue;
    least = goal.value(mode, outcome);
    best = Best{mode, outcome};
  }
  return best;
}

}  // namespace wattline::model
