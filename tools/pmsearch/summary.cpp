// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/summary.hpp"

#include <fmt/format.h>

#include "base/parse.hpp"

namespace wattline::pmsearch {

namespace {

using model::Explanation;
using model::Goal;
using model::Neighbour;
using model::Outcome;

// "gpu one step higher"
std::string step_of(const Neighbour& neighbour) {
  return fmt::format("{} one step {}", to_string(neighbour.knob), neighbour.step > 0 ? "higher" : "lower");
}

std::string percent(double value, double of) {
  return fmt::format("{:+.1f} %", 100 * (value / of - 1));
}

// "101.2 ms (-3.1 %) and 31.20 W (+5.0 %), predicted"
std::string effect(const Neighbour& neighbour, const Outcome& answer) {
  const Outcome& here = neighbour.outcome;
  return fmt::format("{:.1f} ms ({}) and {:.2f} W ({}), {}", here.minibatch_ms,
                     percent(here.minibatch_ms, answer.minibatch_ms), here.power_w,
                     percent(here.power_w, answer.power_w), neighbour.measured ? "measured" : "predicted");
}

std::string describe_answer(const Explanation& explanation, const Goal& goal) {
  const Outcome& outcome = explanation.outcome;
  const bool feasible = goal.feasible(explanation.answer, outcome);
  return fmt::format("{} {}: {:.1f} ms, {:.2f} W and {:.4g} J per minibatch",
                     feasible ? "the answer is" : "no profiled mode keeps the limits; the closest is",
                     to_string(model::to_power_mode(explanation.answer)), outcome.minibatch_ms, outcome.power_w,
                     outcome.minibatch_ms * outcome.power_w * 1e-3);
}

void add_limit(const std::string& limit, const Neighbour* bound, const Explanation& explanation,
               std::vector<std::string>& all) {
  if (bound == nullptr) return;
  all.push_back(
      fmt::format("the {} binds: with {} it would be {}", limit, step_of(*bound), effect(*bound, explanation.outcome)));
}

void add_limits(const Explanation& explanation, const Goal& goal, std::vector<std::string>& all) {
  const std::string budget = fmt::format("budget of {:g} W", goal.power_w.value_or(0));
  const std::string deadline = fmt::format("deadline of {:g} ms", goal.minibatch_ms.value_or(0));
  add_limit(budget, explanation.bound_by(&Neighbour::breaks_power), explanation, all);
  add_limit(deadline, explanation.bound_by(&Neighbour::breaks_time), explanation, all);
}

void add_end(const Explanation& explanation, model::RangePosition end, std::vector<std::string>& all) {
  std::vector<std::string> knobs;
  for (const model::Axis knob : explanation.bound_at(end)) knobs.emplace_back(to_string(knob));
  if (knobs.empty()) return;
  const bool top = end == model::RangePosition::top;
  all.push_back(fmt::format("the {} of the range binds for {}: one step {} is worse", to_string(end), join(knobs, ", "),
                            top ? "lower" : "higher"));
}

// A step that keeps every limit and is better, or at least keeps the limits where the answer does not.
void add_advice(const Explanation& explanation, bool feasible, std::vector<std::string>& all) {
  const Neighbour* best = explanation.best_feasible();
  if (best == nullptr || (feasible && !best->better())) return;
  all.push_back(fmt::format("with {} every limit is kept{}: {}", step_of(*best),
                            feasible ? " and the objective is better" : "", effect(*best, explanation.outcome)));
}

}  // namespace

std::vector<std::string> sentences(const Explanation& explanation, const Goal& goal) {
  std::vector<std::string> all{describe_answer(explanation, goal)};
  if (explanation.neighbours.empty()) {
    all.emplace_back("no mode of --modes differs from it in one knob only");
    return all;
  }
  const bool feasible = goal.feasible(explanation.answer, explanation.outcome);
  if (feasible) {
    add_limits(explanation, goal, all);
    add_end(explanation, model::RangePosition::top, all);
    add_end(explanation, model::RangePosition::bottom, all);
    if (all.size() == 1) all.emplace_back("no limit and no end of a range binds");
  }
  add_advice(explanation, feasible, all);
  return all;
}

}  // namespace wattline::pmsearch
