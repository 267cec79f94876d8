// SPDX-License-Identifier: Apache-2.0
#include "model/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/enum_name.hpp"
#include "model/fault_check.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kMostFailures = 3;  // in a row
constexpr std::size_t kLast = 3;          // profiles
constexpr double kNearBest = 0.02;        // a checked answer this near in objective is preferred to an unchecked one

// The best of the modes that need no recheck, if it is nearly as good as `best`; else `best`.
Mode prefer_checked(const Goal& goal, const History& history, const FaultCheck& faults, const History::Best& best) {
  Mode chosen = best.mode;
  double least = goal.value(best.mode, best.outcome) + kNearBest;
  for (const auto& [mode, outcome] : history.combined()) {
    if (!goal.feasible(mode, outcome) || goal.value(mode, outcome) > least || faults.needs_recheck(mode)) continue;
    least = goal.value(mode, outcome);
    chosen = mode;
  }
  return chosen;
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

// What to read again before anything else is tried. Among the last profiles an answer that may not hold comes first,
// while some are left to find another.
std::optional<Mode> recheck(const Goal& goal, const History& history, const FaultCheck& faults, std::size_t left) {
  const auto best = history.best(goal);
  if (left <= kLast && best && faults.needs_recheck(best->mode)) return best->mode;
  if (left == 1 && best) return std::nullopt;
  const auto suspect = faults.suspect();
  return suspect ? std::optional<Mode>(suspect->mode) : std::nullopt;
}

// A reading that is too slow hides one mode of many, and repeating it rarely finds a better answer, so it is left out.
// One that is too fast is repeated: it may become the answer.
History without_slow_faults(const Space& space, const Goal& goal, History history) {
  while (const auto suspect = FaultCheck(space, goal, history).suspect()) {
    if (!suspect->too_slow) break;
    history = history.without_readings(suspect->mode);
  }
  return history;
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
  const History history = rules.guard ? without_slow_faults(space, goal, all.repeatable()) : all;
  const std::size_t left = rules.max_profiles - std::min(rules.max_profiles, history.tries().size());
  const bool may_try = left > 0 && history.failures_in_a_row() < kMostFailures;
  const FaultCheck faults(space, goal, history);
  if (may_try && rules.guard) {
    if (const auto again = recheck(goal, history, faults, left)) return {Decision::Kind::recheck, *again, 0, true};
  }
  if (may_try) {
    if (const auto next = propose(space, goal, rules, history)) {
      const auto kind = next->start ? Decision::Kind::start : Decision::Kind::explore;
      return {kind, space.modes()[next->mode], next->gain, true};
    }
  }
  const auto best = history.best(goal);
  if (!best) return infeasible(goal, history);
  if (!rules.guard) return {Decision::Kind::answer, best->mode, 0, true};
  if (may_try && faults.needs_recheck(best->mode)) return {Decision::Kind::recheck, best->mode, 0, true};
  return {Decision::Kind::answer, prefer_checked(goal, history, faults, *best), 0, true};
}

}  // namespace wattline::model
