// SPDX-License-Identifier: Apache-2.0
#include "model/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kMostExtra = 4;     // profiles that the guard may add
constexpr std::size_t kMostFailures = 3;  // in a row
constexpr double kNearLimit = 0.02;       // log distance to a limit within which a reading is taken twice
constexpr double kNearBest = 0.02;        // a checked answer this near in objective is preferred to an unchecked one
constexpr std::size_t kSuspectFrom = 6;   // readings from which a fit can tell a fault

// The answer may not hold when it is read again.
class Doubt {
 public:
  Doubt(const Space& space, const Goal& goal, const History& history)
      : goal_(goal), history_(history), suspects_(find_suspects(space, goal, history)) {}

  bool about(const Mode& mode) const {
    const std::size_t times = history_.times_read(mode);
    if (times > 2) return false;
    if (times == 2) return disagree(mode);
    return goal_.excess(mode, *history_.outcome(mode)) > -kNearLimit ||
           std::find(suspects_.begin(), suspects_.end(), mode) != suspects_.end();
  }

  // A mode whose only reading keeps the limits and contradicts the others: it looks best and leads the search astray.
  std::optional<Mode> tempting() const {
    for (const Mode& mode : suspects_) {
      if (history_.times_read(mode) == 1 && goal_.feasible(mode, *history_.outcome(mode))) return mode;
    }
    return std::nullopt;
  }

 private:
  static std::vector<Mode> find_suspects(const Space& space, const Goal& goal, const History& history) {
    std::vector<Mode> suspects;
    const std::vector<Mode> read = history.read_modes();
    if (read.size() < kSuspectFrom || goal.objective == Objective::concurrent) return suspects;
    std::vector<Reading> readings;
    Device device = space.device();
    for (const Mode& mode : read) {
      const Outcome outcome = *history.outcome(mode);
      readings.push_back({mode, outcome.minibatch_ms, outcome.power_w});
      device.extend(mode);
    }
    const WorkloadModel model(device, readings);
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (model.suspect(i)) suspects.push_back(read[i]);
    }
    return suspects;
  }

  bool disagree(const Mode& mode) const {
    std::vector<const Outcome*> outcomes;
    for (const Try& entry : history_.tries()) {
      if (entry.mode == mode && entry.outcome) outcomes.push_back(&*entry.outcome);
    }
    return outcomes.size() == 2 && model::disagree(*outcomes[0], *outcomes[1]);
  }

  const Goal& goal_;
  const History& history_;
  std::vector<Mode> suspects_;
};

// Modes that were read more than once and turned out to break a limit: each earns the search one more try.
std::size_t refuted(const Goal& goal, const History& history) {
  std::size_t count = 0;
  for (const Mode& mode : history.read_modes()) {
    if (history.times_read(mode) > 1 && !goal.feasible(mode, *history.outcome(mode))) ++count;
  }
  return count;
}

// Of the modes that are beyond doubt the best, if it is nearly as good as `best`; else `best`.
Mode prefer_checked(const Goal& goal, const History& history, const Doubt& doubt, const Mode& best) {
  Mode chosen = best;
  double least = goal.value(best, *history.outcome(best)) + kNearBest;
  for (const Mode& mode : history.read_modes()) {
    const Outcome outcome = *history.outcome(mode);
    if (!goal.feasible(mode, outcome) || doubt.about(mode) || goal.value(mode, outcome) > least) continue;
    least = goal.value(mode, outcome);
    chosen = mode;
  }
  return chosen;
}

Decision infeasible(const Goal& goal, const History& history) {
  Decision decision;
  double least = std::numeric_limits<double>::infinity();
  decision.known = false;
  for (const Mode& mode : history.read_modes()) {
    const double excess = goal.excess(mode, *history.outcome(mode));
    if (decision.known && excess >= least) continue;
    least = excess;
    decision.mode = mode;
    decision.known = true;
  }
  return decision;
}

Decision conclude(const Space& space, const Goal& goal, const Rules& rules, const History& history) {
  const auto best = history.best(goal);
  if (!best) return infeasible(goal, history);
  if (!rules.guard) return {Decision::Kind::answer, *best, 0, true};
  const Doubt doubt(space, goal, history);
  const bool may_repeat = history.tries().size() < rules.max_profiles + kMostExtra;
  if (may_repeat && doubt.about(*best) && history.failures_in_a_row() < kMostFailures) {
    return {Decision::Kind::recheck, *best, 0, true};
  }
  return {Decision::Kind::answer, prefer_checked(goal, history, doubt, *best), 0, true};
}

}  // namespace

Policy find_policy(const std::string& name, const Goal& goal) {
  if (name == "physics") return propose_physics;
  if (name == "random") return propose_random;
  if (name == "lookup") return propose_nothing;
  const bool published = name == "bs" || name == "gmd";
  if (!published)
    throw usage_error("--policy '" + name + "': unknown", "choose from: physics, bs, gmd, random, lookup");
  if (goal.objective != Objective::time) {
    throw usage_error("--policy " + name + ": only looks for the shortest time under a power budget",
                      "use --policy physics");
  }
  return name == "bs" ? propose_binary : propose_gradient;
}

Decision decide(const Space& space, const Goal& goal, const Rules& rules, Policy policy, const History& history) {
  const std::size_t extra = rules.guard ? refuted(goal, history) : 0;
  // On a device failed modes are among the extra tries: nothing was learned from them.
  const std::size_t spent = rules.guard ? history.read_modes().size() : history.distinct();
  const bool may_try = spent < rules.max_profiles + extra &&
                       history.tries().size() < rules.max_profiles + (rules.guard ? kMostExtra : 0) &&
                       history.failures_in_a_row() < kMostFailures;
  if (may_try) {
    const auto again = rules.guard ? Doubt(space, goal, history).tempting() : std::nullopt;
    if (again) return {Decision::Kind::recheck, *again, 0, true};
    if (const auto next = policy(space, goal, rules, history)) {
      return {next->start ? Decision::Kind::start : Decision::Kind::explore, space.modes()[next->mode], next->gain,
              true};
    }
  }
  return conclude(space, goal, rules, history);
}

}  // namespace wattline::model
