// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/summary.hpp"

#include <fmt/format.h>

#include <cmath>

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

// " (+5.0 %)"; nothing where there is no value to compare with.
std::string change(double value, double of) {
  return std::isfinite(of) ? fmt::format(" ({:+.1f} %)", 100 * (value / of - 1)) : "";
}

// What the objective counts if the batch size is chosen: a sample, or all to the target.
const char* unit_of(const Goal& goal) {
  return !goal.per_sample ? "" : goal.target_samples.empty() ? " per sample" : " to the target";
}

// "101.2 ms", or with a chosen batch size "101.2 ms, 12.7 ms per sample" or "101.2 ms, 5312 s to the target"
std::string time_of(const model::Mode& mode, const Outcome& outcome, const Goal& goal) {
  const std::string time = fmt::format("{:.1f} ms", outcome.minibatch_ms);
  if (!goal.per_sample) return time;
  const double counted_ms = goal.counted_ms(mode, outcome.minibatch_ms);
  if (goal.target_samples.empty()) return fmt::format("{}, {:.1f} ms{}", time, counted_ms, unit_of(goal));
  if (!goal.reaches_target(mode)) return time + ", never to the target";
  return fmt::format("{}, {:.4g} s{}", time, counted_ms * 1e-3, unit_of(goal));
}

// "101.2 ms (-3.1 %), 31.20 W (+5.0 %) and 3.157 J (+1.7 %), predicted"; the energy is that of what the
// objective counts
std::string effect(const model::ComparedMode& compared, const Explanation& of, const Goal& goal) {
  const Outcome &here = compared.outcome, &there = of.outcome;
  const double here_ms = goal.counted_ms(compared.mode, here.minibatch_ms);
  const double there_ms = goal.counted_ms(of.answer, there.minibatch_ms);
  return fmt::format(
      "{}{}, {:.2f} W{} and {:.4g} J{}{}, {}", time_of(compared.mode, here, goal), change(here_ms, there_ms),
      here.power_w, change(here.power_w, there.power_w), here_ms * here.power_w * 1e-3, unit_of(goal),
      change(here_ms * here.power_w, there_ms * there.power_w), compared.measured ? "measured" : "predicted");
}

// "4c/1190400k/612000k/2133000k: 101.2 ms, 31.20 W and 3.157 J per minibatch"
std::string describe(const model::Mode& mode, const Outcome& outcome, const Goal& goal) {
  return fmt::format("{}: {}, {:.2f} W and {:.4g} J per minibatch", name_of(mode, goal), time_of(mode, outcome, goal),
                     outcome.power_w, outcome.minibatch_ms * outcome.power_w * 1e-3);
}

std::string describe_answer(const Explanation& explanation, const Goal& goal) {
  const bool feasible = goal.feasible(explanation.answer, explanation.outcome);
  return (feasible ? answer_in_words : missed_limits)(explanation.answer, explanation.outcome, goal);
}

void add_limits(const Explanation& explanation, const Goal& goal, std::vector<std::string>& all) {
  const auto add = [&](const std::string& limit, bool model::ComparedMode::*breaks) {
    const Neighbour* bound = explanation.bound_by(breaks);
    if (bound == nullptr) return;
    all.push_back(
        fmt::format("the {} binds: with {} it would be {}", limit, step_of(*bound), effect(*bound, explanation, goal)));
  };
  add(fmt::format("budget of {:g} W", goal.power_w.value_or(0)), &Neighbour::breaks_power);
  add(fmt::format("deadline of {:g} ms", goal.minibatch_ms.value_or(0)), &Neighbour::breaks_time);
  add(fmt::format("rate of {:g} requests per second", goal.arrivals_per_s.value_or(0)), &Neighbour::breaks_rate);
  add(fmt::format("latency of {:g} ms", goal.latency_ms.value_or(0)), &Neighbour::breaks_latency);
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
void add_advice(const Explanation& explanation, const Goal& goal, bool feasible, std::vector<std::string>& all) {
  const Neighbour* best = explanation.best_feasible();
  if (best == nullptr || (feasible && !best->better())) return;
  all.push_back(fmt::format("with {} every limit is kept{}: {}", step_of(*best),
                            feasible ? " and the objective is better" : "", effect(*best, explanation, goal)));
}

// A mode that is hardly worse, and saves much of what is not the objective.
void add_cheaper(const Explanation& explanation, const Goal& goal, std::vector<std::string>& all) {
  if (!explanation.cheaper) return;
  all.push_back(fmt::format("{} is nearly as good and takes less {}: {}", name_of(explanation.cheaper->mode, goal),
                            goal.objective == model::Objective::energy ? "time" : "energy",
                            effect(*explanation.cheaper, explanation, goal)));
}

}  // namespace

std::string name_of(const model::Mode& mode, const Goal& goal) {
  const std::string name = to_string(model::to_power_mode(mode));
  return goal.per_sample ? fmt::format("{} with batches of {}", name, mode[model::kBatch]) : name;
}

std::string answer_in_words(const model::Mode& answer, const Outcome& outcome, const Goal& goal) {
  return "the answer is " + describe(answer, outcome, goal);
}

std::string missed_limits(const model::Mode& closest, const Outcome& outcome, const Goal& goal) {
  return "no profiled mode keeps the limits; the closest is " + describe(closest, outcome, goal);
}

std::vector<std::string> sentences(const std::vector<model::IgnoredReading>& ignored, const Goal& goal) {
  std::vector<std::string> all;
  for (const auto& [mode, outcome, chance] : ignored) {
    all.push_back(
        fmt::format("the reading of {}, {:.1f} ms and {:.2f} W, is ignored: {}", name_of(mode, goal),
                    outcome.minibatch_ms, outcome.power_w,
                    chance ? fmt::format("beside the others it is a fault with a chance of {:.0f} %", 100 * *chance)
                           : "it was to be repeated, and that failed"));
  }
  return all;
}

std::vector<std::string> sentences(const Explanation& explanation, const Goal& goal) {
  std::vector<std::string> all{describe_answer(explanation, goal)};
  if (explanation.neighbours.empty()) {
    all.emplace_back("no other mode differs from it in one knob only");
    add_cheaper(explanation, goal, all);
    return all;
  }
  const bool feasible = goal.feasible(explanation.answer, explanation.outcome);
  if (feasible) {
    add_limits(explanation, goal, all);
    add_end(explanation, model::RangePosition::top, all);
    add_end(explanation, model::RangePosition::bottom, all);
    if (all.size() == 1) all.emplace_back("no limit and no end of a range binds");
  }
  add_advice(explanation, goal, feasible, all);
  add_cheaper(explanation, goal, all);
  return all;
}

}  // namespace wattline::pmsearch
