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

std::vector<Neighbour> neighbours_of(const Space& space, const Mode& answer, const std::vector<Axis>& knobs) {
  std::vector<Neighbour> neighbours;
  for (const Axis knob : knobs) {
    for (const int step : {-1, 1}) {
      const auto mode = next_mode(space, answer, knob, step);
      if (!mode) continue;
      Neighbour& neighbour = neighbours.emplace_back();
      neighbour.mode = *mode;
      neighbour.knob = knob;
      neighbour.step = step;
    }
  }
  return neighbours;
}

// `excess`: the log of what is expected over the limit; -infinity without a limit.
void add_limit(Candidate& c, double excess, double sd) {
  if (excess > -Candidate::kInfinity) c.limit(excess, sd, 0);
}

double chance_to_keep(const Goal& goal, const Neighbour& neighbour, double log_ms_sd, double log_w_sd) {
  Candidate c;
  add_limit(c, goal.power_excess(neighbour.outcome), log_w_sd);
  // Of the limits that depend on the same time, the tightest counts.
  add_limit(c,
            std::max({goal.time_excess(neighbour.outcome), goal.rate_excess(neighbour.mode, neighbour.outcome),
                      goal.latency_excess(neighbour.mode, neighbour.outcome)}),
            log_ms_sd);
  return c.chance;
}

void judge(Neighbour& neighbour, const Goal& goal, const Explanation& of) {
  neighbour.change = goal.value(neighbour.mode, neighbour.outcome) - goal.value(of.answer, of.outcome);
  neighbour.breaks_power = goal.power_excess(neighbour.outcome) > 0;
  neighbour.breaks_time = goal.time_excess(neighbour.outcome) > 0;
  neighbour.breaks_rate = goal.rate_excess(neighbour.mode, neighbour.outcome) > 0;
  neighbour.breaks_latency = goal.latency_excess(neighbour.mode, neighbour.outcome) > 0;
  if (neighbour.measured) neighbour.chance = neighbour.feasible() ? 1 : 0;
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

const Neighbour* Explanation::bound_by(bool Neighbour::*breaks) const {
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

Explanation explain(const Space& space, const Goal& goal, const History& history, const Mode& answer) {
  if (goal.objective == Objective::concurrent) throw data_error("a concurrent search cannot be explained");
  const std::map<Mode, Outcome> read = history.combined();
  const std::vector<Axis> knobs = chosen_knobs(goal);
  Explanation explanation{answer, read.at(answer), neighbours_of(space, answer, knobs), {}};
  for (const Axis knob : knobs) explanation.places[knob] = position_of(space, answer, knob);
  std::vector<Mode> modes{answer};
  for (const Neighbour& neighbour : explanation.neighbours) modes.push_back(neighbour.mode);
  const Prediction p = predict_within_bounds(space, history, modes);
  Eigen::Index k = 0;  // the prediction of the answer; those of its neighbours follow
  for (Neighbour& neighbour : explanation.neighbours) {
    ++k;
    const auto found = read.find(neighbour.mode);
    neighbour.measured = found != read.end();
    if (neighbour.measured) {
      neighbour.outcome = found->second;
    } else {
      neighbour.outcome = {explanation.outcome.minibatch_ms * std::exp(p.log_ms[k] - p.log_ms[0]),
                           explanation.outcome.power_w * std::exp(p.log_w[k] - p.log_w[0]), 0};
      neighbour.chance = chance_to_keep(goal, neighbour, p.log_ms_sd[k], p.log_w_sd[k]);
    }
    judge(neighbour, goal, explanation);
  }
  return explanation;
}

}  // namespace wattline::model
