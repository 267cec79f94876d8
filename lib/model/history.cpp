// SPDX-License-Identifier: Apache-2.0
#include "model/history.hpp"

#include <cmath>
#include <limits>

namespace wattline::model {

namespace {

double combine_part(const std::vector<Outcome>& outcomes, double Outcome::*part) {
  std::vector<double> values;
  for (const Outcome& outcome : outcomes) values.push_back(outcome.*part);
  return combine(std::move(values));
}

constexpr double kAgreement = 0.05;  // log distance of two readings beyond which one of them is a fault

bool far(double a, double b) {
  return std::fabs(std::log(a / b)) > kAgreement;
}

// The one that counts of two readings that disagree.
const Outcome& slower_or_hotter(const Outcome& a, const Outcome& b) {
  const auto decides = far(a.minibatch_ms, b.minibatch_ms) ? &Outcome::minibatch_ms : &Outcome::power_w;
  return a.*decides > b.*decides ? a : b;
}

Outcome combine_outcomes(const std::vector<Outcome>& all) {
  return all.size() == 2 && disagree(all[0], all[1]) ? slower_or_hotter(all[0], all[1]) : combine(all);
}

}  // namespace

Outcome combine(const std::vector<Outcome>& outcomes) {
  return {combine_part(outcomes, &Outcome::minibatch_ms), combine_part(outcomes, &Outcome::power_w),
          combine_part(outcomes, &Outcome::infer_ms), combine_part(outcomes, &Outcome::latency_ms)};
}

bool disagree(const Outcome& a, const Outcome& b) {
  return far(a.minibatch_ms, b.minibatch_ms) || far(a.power_w, b.power_w);
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
  return kept;
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
  for (const auto& [mode, outcome] : combined()) {
    if (!goal.feasible(mode, outcome) || goal.value(mode, outcome) >= least) continue;
    least = goal.value(mode, outcome);
    best = Best{mode, outcome};
  }
  return best;
}

}  // namespace wattline::model
