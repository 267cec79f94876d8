// SPDX-License-Identifier: Apache-2.0
#include "model/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/enum_name.hpp"
#include "base/error.hpp"
#include "model/bounded_prediction.hpp"
#include "model/candidate.hpp"

namespace wattline::model {

namespace {

bool same_but(const Mode& a, const Mode& b, Axis knob) {
  Mode other = a;
  other[knob] = b[knob];
  return other == b;
}

std::optional<Mode> next_mode(const Space& space, const Mode& mode, Axis knob, int step) {
  std::optional<Mode> next;
  for (const Mode& other : space.modes()) {
    if ((other[knob] - mode[knob]) * step <= 0 || !same_but(mode, other, knob)) continue;
    if (!next || (other[knob] - (*next)[knob]) * step < 0) next = other;
  }
  return next;
}

std::vector<Axis> chosen_knobs(const Goal& goal) {
  std::vector<Axis> knobs(kKnobs.begin(), kKnobs.end());
  if (goal.chooses_batch()) knobs.push_back(kBatch);
  return knobs;
}

// `excess`: the log of what is expected over the limit; -infinity without a limit.
void add_limit(Candidate& c, double excess, double sd) {
  if (excess > -Candidate::kInfinity) c.limit(excess, sd, 0);
}

double chance_to_keep(const Goal& goal, const ComparedMode& compared, double log_ms_sd, double log_w_sd) {
  Candidate c;
  add_limit(c, goal.power_excess(compared.outcome), log_w_sd);
  // Of the limits that depend on the same time, the tightest counts.
  add_limit(c,
            std::max({goal.time_excess(compared.outcome), goal.rate_excess(compared.mode, compared.outcome),
                      goal.latency_excess(compared.mode, compared.outcome)}),
            log_ms_sd);
  return c.chance;
}

void judge(ComparedMode& compared, const Goal& goal, const Explanation& of) {
  compared.change = goal.value(compared.mode, compared.outcome) - goal.value(of.answer, of.outcome);
  compared.breaks_power = goal.power_excess(compared.outcome) > 0;
  compared.breaks_time = goal.time_excess(compared.outcome) > 0;
  compared.breaks_rate = goal.rate_excess(compared.mode, compared.outcome) > 0;
  compared.breaks_latency = goal.latency_excess(compared.mode, compared.outcome) > 0;
  if (compared.measured) compared.chance = compared.feasible() ? 1 : 0;
}

// What stands for a mode that was not read. The ratio is the better estimate near the answer. Where the best of many
// modes is chosen it is the worse one: the answer often has the luckiest readings, and lends them its luck.
enum class Basis { ratio_to_answer, fit };

// Every one of `modes`, in their order.
std::vector<ComparedMode> compare(const Space& space, const Goal& goal, const History& history, const Explanation& of,
                                  const std::vector<Mode>& modes, Basis basis) {
  const std::map<Mode, Outcome> read = history.combined();
  std::vector<Mode> unread;
  for (const Mode& mode : modes) {
    if (read.count(mode) == 0) unread.push_back(mode);
  }
  unread.push_back(of.answer);  // as it would be predicted
  const Prediction p = unread.size() > 1 ? predict_within_bounds(space, history, unread) : Prediction();
  double above_ms = 0, above_w = 0;  // by how much the answer was read above its prediction, in logs
  if (unread.size() > 1 && basis == Basis::ratio_to_answer) {
    above_ms = std::log(of.outcome.minibatch_ms) - p.log_ms[p.log_ms.size() - 1];
    above_w = std::log(of.outcome.power_w) - p.log_w[p.log_w.size() - 1];
  }
  Eigen::Index k = 0;
  std::vector<ComparedMode> all;
  for (const Mode& mode : modes) {
    ComparedMode& compared = all.emplace_back();
    compared.mode = mode;
    const auto found = read.find(mode);
    compared.measured = found != read.end();
    if (compared.measured) {
      compared.outcome = found->second;
    } else {
      compared.outcome.minibatch_ms = std::exp(p.log_ms[k] + above_ms);
      compared.outcome.power_w = std::exp(p.log_w[k] + above_w);
      compared.outcome.log_ms_sd = p.log_ms_sd[k];
      compared.outcome.log_w_sd = p.log_w_sd[k];
      compared.chance = chance_to_keep(goal, compared, p.log_ms_sd[k], p.log_w_sd[k]);
      ++k;
    }
    judge(compared, goal, of);
  }
  return all;
}

// Natural log of the product of the time and the energy that the goal counts.
double time_times_energy(const Goal& goal, const Mode& mode, const Outcome& outcome) {
  return 2 * std::log(goal.counted_ms(mode, outcome.minibatch_ms)) + std::log(outcome.power_w);
}

// Standard deviation of what is saved: of the energy, or of the time if the objective is energy.
double doubt(const Goal& goal, const Outcome& a, const Outcome& b) {
  const double time = std::hypot(a.log_ms_sd, b.log_ms_sd);
  return goal.objective == Objective::energy ? time : std::hypot(time, a.log_w_sd, b.log_w_sd);
}

bool may_be_cheaper(const Goal& goal, const Explanation& of) {
  return (goal.objective == Objective::time || goal.objective == Objective::energy) &&
         goal.feasible(of.answer, of.outcome);
}

std::optional<ComparedMode> cheapest(const Goal& goal, const Explanation& of, const std::vector<ComparedMode>& all,
                                     const IsDoubtful& doubtful) {
  constexpr double kSure = 0.9, kDeviations = 2;
  const double most_worse = std::log(1.02), least_saved = -std::log(0.95);
  const double both = time_times_energy(goal, of.answer, of.outcome);
  std::multimap<double, const ComparedMode*> by_product;
  for (const ComparedMode& compared : all) {
    if (compared.mode == of.answer || !compared.feasible() || compared.chance < kSure) continue;
    if (compared.better() || compared.change > most_worse) continue;
    const double change = time_times_energy(goal, compared.mode, compared.outcome) - both;
    const double saved = compared.change - change;
    if (saved < std::max(least_saved, kDeviations * doubt(goal, of.outcome, compared.outcome))) continue;
    by_product.emplace(change, &compared);
  }
  for (const auto& [change, compared] : by_product) {
    if (!compared->measured || !doubtful || !doubtful(compared->mode)) return *compared;
  }
  return std::nullopt;
}

std::vector<Neighbour> neighbours_of(const Space& space, const Goal& goal, const History& history,
                                     const Explanation& of, const std::vector<Axis>& knobs) {
  std::vector<Neighbour> neighbours;
  std::vector<Mode> modes;
  for (const Axis knob : knobs) {
    for (const int step : {-1, 1}) {
      const auto mode = next_mode(space, of.answer, knob, step);
      if (!mode) continue;
      modes.push_back(*mode);
      neighbours.push_back({{}, knob, step});
    }
  }
  const std::vector<ComparedMode> compared = compare(space, goal, history, of, modes, Basis::ratio_to_answer);
  for (std::size_t i = 0; i < neighbours.size(); ++i) static_cast<ComparedMode&>(neighbours[i]) = compared[i];
  return neighbours;
}

}  // namespace

const char* to_string(RangePosition place) {
  return enum_name(place, {"bottom", "inside", "top", "only"});
}

RangePosition position_of(const Space& space, const Mode& mode, Axis knob) {
  const auto& settings = space.axis(knob);
  const bool lowest = mode[knob] <= settings.front(), highest = mode[knob] >= settings.back();
  if (lowest && highest) return RangePosition::only;
  if (lowest) return RangePosition::bottom;
  return highest ? RangePosition::top : RangePosition::inside;
}

const Neighbour* Explanation::bound_by(bool ComparedMode::*breaks) const {
  const Neighbour* best = nullptr;
  for (const Neighbour& n : neighbours) {
    if (n.better() && n.*breaks && (best == nullptr || n.change < best->change)) best = &n;
  }
  return best;
}

std::vector<Axis> Explanation::bound_at(RangePosition end) const {
  std::vector<Axis> knobs;
  for (const Neighbour& n : neighbours) {
    if (places[n.knob] == end && n.worse()) knobs.push_back(n.knob);
  }
  return knobs;
}

const Neighbour* Explanation::best_feasible() const {
  const Neighbour* best = nullptr;
  for (const Neighbour& n : neighbours) {
    if (n.feasible() && (best == nullptr || n.change < best->change)) best = &n;
  }
  return best;
}

Explanation explain(const Space& space, const Goal& goal, const History& history, const Mode& answer,
                    const IsDoubtful& doubtful) {
  if (goal.objective == Objective::concurrent) throw data_error("a concurrent search cannot be explained");
  const std::vector<Axis> knobs = chosen_knobs(goal);
  Explanation explanation{answer, history.combined().at(answer), {}, {}, {}};
  for (const Axis knob : knobs) explanation.places[knob] = position_of(space, answer, knob);
  explanation.neighbours = neighbours_of(space, goal, history, explanation, knobs);
  if (may_be_cheaper(goal, explanation)) {
    const auto all = compare(space, goal, history, explanation, space.modes(), Basis::fit);
    explanation.cheaper = cheapest(goal, explanation, all, doubtful);
  }
  return explanation;
}

}  // namespace wattline::model
