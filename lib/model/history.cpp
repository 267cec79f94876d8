// SPDX-License-Identifier: Apache-2.0
#include "model/history.hpp"

#include <cmath>
#include <limits>

namespace wattline::model {

namespace {

double combined(const std::vector<Outcome>& outcomes, double Outcome::*part) {
  std::vector<double> values;
  for (const Outcome& outcome : outcomes) values.push_back(outcome.*part);
  return combine(std::move(values));
}

constexpr double kAgreement = 0.05;  // log distance of two readings beyond which one of them is a fault

}  // namespace

bool disagree(const Outcome& a, const Outcome& b) {
  const auto far = [](double x, double y) { return std::fabs(std::log(x / y)) > kAgreement; };
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

std::size_t History::times_read(const Mode& mode) const {
  const auto found = readings_.find(mode);
  return found == readings_.end() ? 0 : found->second.size();
}

std::optional<Outcome> History::outcome(const Mode& mode) const {
  const auto found = readings_.find(mode);
  if (found == readings_.end() || found->second.empty()) return std::nullopt;
  const auto& all = found->second;
  if (all.size() == 2 && disagree(all[0], all[1])) return all[0].minibatch_ms > all[1].minibatch_ms ? all[0] : all[1];
  return Outcome{combined(all, &Outcome::minibatch_ms), combined(all, &Outcome::power_w),
                 combined(all, &Outcome::infer_ms)};
}

std::vector<Mode> History::read_modes() const {
  std::vector<Mode> modes;
  for (const auto& [mode, outcomes] : readings_) {
    if (!outcomes.empty()) modes.push_back(mode);
  }
  return modes;
}

std::size_t History::failures_in_a_row() const {
  std::size_t count = 0;
  while (count < tries_.size() && !tries_[tries_.size() - 1 - count].outcome) ++count;
  return count;
}

std::optional<Mode> History::best(const Goal& goal) const {
  std::optional<Mode> best;
  double least = std::numeric_limits<double>::infinity();
  for (const Mode& mode : read_modes()) {
    const Outcome here = *outcome(mode);
    if (!goal.feasible(mode, here) || goal.value(mode, here) >= least) continue;
    least = goal.value(mode, here);
    best = mode;
  }
  return best;
}

}  // namespace wattline::model
