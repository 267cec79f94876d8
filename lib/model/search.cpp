// SPDX-License-Identifier: Apache-2.0
#include "model/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/enum_name.hpp"
#include "model/fault_check.hpp"
#include "model/noisy_best.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kMostFailures = 3;  // in a row
constexpr std::size_t kLast = 3;          // profiles, reserved for an answer that may not hold: time to find another
constexpr double kMisleading = 0.7;       // chance of a fault above which a reading is ignored
constexpr double kFaultLoss = 0.8;        // by how much more an answer costs whose reading is a fault that is too fast
constexpr double kNearBest = 0.02;        // a checked answer this near in objective is preferred to an unchecked one

// The best of the modes that need no recheck, by what to expect if the reading is a fault with its chance; or `best`,
// if they are much worse.
Mode prefer_checked(const Goal& goal, const History& history, const FaultCheck& faults, const History::Best& best) {
  const auto expected = [&](const Mode& mode, double value) {
    return value + kFaultLoss * faults.chance_of_fault(mode);
  };
  Mode chosen = best.mode;
  double least = expected(best.mode, goal.value(best.mode, best.outcome)) + kNearBest;
  for (const auto& [mode, outcome] : history.combined()) {
    const double value = goal.value(mode, outcome);
    if (!goal.feasible(mode, outcome) || value > least || faults.needs_recheck(mode)) continue;
    if (expected(mode, value) > least) continue;
    least = expected(mode, value);
    chosen = mode;
  }
  return chosen;
}

// The best mode; if none is expected to keep the limits, one whose readings do.
std::optional<History::Best> answerable(const Goal& goal, const History& history) {
  const auto best = history.best(goal);
  return best ? best : history.by_readings().best(goal);
}

Decision infeasible(const Goal& goal, const History& history) {
  Decision decision;
  double least = std::numeric_limits<double>::infinity();
  decision.known = false;
  for (const auto& [mode, outcome] : history.combined()) {
    const double excess = goal.excess(mode, outcome);
    if (decision.known && excess >= least) continue;
    least = excess;
    decision.mode = mode;
    decision.known = true;
  }
  return decision;
}

// A reading that is probably a fault hides one mode of many, and repeating it rarely leads to a better answer.
// Returns what was taken from the history.
std::vector<FaultCheck::Suspect> remove_faults(const Space& space, const Goal& goal, History& history) {
  std::vector<FaultCheck::Suspect> removed;
  for (;;) {
    const FaultCheck faults(space, goal, history);
    const auto by_chance = [](const auto& a, const auto& b) { return a.chance < b.chance; };
    const auto worst = std::max_element(faults.suspects().begin(), faults.suspects().end(), by_chance);
    if (worst == faults.suspects().end() || worst->chance <= kMisleading) return removed;
    removed.push_back(*worst);
    history = history.without_readings(worst->mode);
  }
}

// The mode that would be the answer, had its reading not been ignored; none if that was repeated.
std::optional<Mode> better_but_ignored(const Goal& goal, const History& readings,
                                       const std::optional<History::Best>& best) {
  const auto better = readings.best(goal);
  if (!better || (best && best->mode == better->mode) || readings.times_read(better->mode) > 1) return std::nullopt;
  return better->mode;
}

}  // namespace

const char* to_string(Decision::Kind kind) {
  return enum_name(kind, {"start", "explore", "recheck", "answer", "infeasible"});
}

Propose function_of(Policy policy) {
  switch (policy) {
    case Policy::binary:
      return propose_binary;
    case Policy::gradient:
      return propose_gradient;
    case Policy::random:
      return propose_random;
    case Policy::lookup:
      return propose_nothing;
    case Policy::physics:
      break;
  }
  return propose_physics;
}

bool supports(Policy policy, Objective objective) {
  return (policy != Policy::binary && policy != Policy::gradient) || objective == Objective::time;
}

Decision decide(const Space& space, const Goal& goal, const SearchRules& rules, Propose propose, const History& all) {
  const History readings = rules.guard ? all.repeatable() : all;
  History history = readings;
  if (rules.guard) {
    remove_faults(space, goal, history);
    doubt_noisy_best(space, goal, history);
  }
  const std::size_t left = rules.max_profiles - std::min(rules.max_profiles, history.tries().size());
  const bool may_try = left > 0 && history.failures_in_a_row() < kMostFailures;
  const auto best = history.best(goal);
  std::optional<FaultCheck> faults;
  if (rules.guard) faults.emplace(space, goal, history);
  const bool doubtful = faults && best && faults->needs_recheck(best->mode);
  if (may_try && doubtful && left <= kLast) return {Decision::Kind::recheck, best->mode, 0, true};
  const auto ignored = better_but_ignored(goal, readings, best);
  if (may_try && !best && ignored && left <= kLast) return {Decision::Kind::recheck, *ignored, 0, true};
  if (may_try) {
    if (const auto next = propose(space, goal, rules, history)) {
      const auto kind = next->start ? Decision::Kind::start : Decision::Kind::explore;
      return {kind, space.modes()[next->mode], next->gain, true};
    }
  }
  if (may_try && doubtful) return {Decision::Kind::recheck, best->mode, 0, true};
  if (may_try && ignored) return {Decision::Kind::recheck, *ignored, 0, true};
  const auto answer = answerable(goal, history);
  if (!answer) return infeasible(goal, history);
  return {Decision::Kind::answer, faults ? prefer_checked(goal, history, *faults, *answer) : answer->mode, 0, true};
}

std::optional<History::Best> best_so_far(const Space& space, const Goal& goal, const SearchRules& rules,
                                         const History& all) {
  if (!rules.guard) return all.best(goal);
  History history = used_readings(space, goal, rules, all).history;
  doubt_noisy_best(space, goal, history);
  auto best = answerable(goal, history);
  if (best) best->outcome = *history.outcome(best->mode);
  return best;
}

UsedReadings used_readings(const Space& space, const Goal& goal, const SearchRules& rules, const History& all) {
  if (!rules.guard) return {all, {}};
  UsedReadings used{all.repeatable(), {}};
  for (const auto& [mode, outcome] : all.combined()) {
    if (!used.history.outcome(mode)) used.ignored.push_back({mode, outcome, std::nullopt});
  }
  for (const auto& [mode, chance] : remove_faults(space, goal, used.history)) {
    used.ignored.push_back({mode, *all.outcome(mode), chance});
  }
  return used;
}

bool is_doubtful(const Space& space, const Goal& goal, const SearchRules& rules, const History& used,
                 const Mode& mode) {
  constexpr double kPossible = 0.05;  // chance of a fault
  if (!rules.guard || !used.outcome(mode)) return false;
  const FaultCheck faults(space, goal, used);
  return faults.needs_recheck(mode) || faults.chance_of_fault(mode) > kPossible;
}

}  // namespace wattline::model
