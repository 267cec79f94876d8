// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/parse.hpp"
#include "model/explanation.hpp"
#include "model/knee_goal.hpp"
#include "pmsearch/options.hpp"
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/rows.hpp"
#include "pmsearch/summary.hpp"
#include "pmsearch/target.hpp"
#include "pmsearch/tries.hpp"

namespace wattline::pmsearch {

namespace {

double energy_j(const model::Outcome& outcome) {
  return outcome.minibatch_ms * outcome.power_w * 1e-3;
}

double percent(double value, double of) {
  return 100 * (value / of - 1);
}

// By this mode: "power,latency", or "none".
std::string limits_broken(const model::Goal& goal, const model::Mode& mode, const model::Outcome& outcome) {
  std::vector<std::string> limits;
  if (goal.power_excess(outcome) > 0) limits.emplace_back("power");
  if (goal.time_excess(outcome) > 0) limits.emplace_back("time");
  if (goal.rate_excess(mode, outcome) > 0) limits.emplace_back("rate");
  if (goal.latency_excess(mode, outcome) > 0) limits.emplace_back("latency");
  if (!goal.reaches_target(mode)) limits.emplace_back("target");
  return limits.empty() ? "none" : join(limits, ",");
}

// Of the answer.
ExplanationRow row_at(const model::Mode& mode, const model::Outcome& outcome, const model::Goal& goal) {
  ExplanationRow row;
  row.mode = model::to_power_mode(mode);
  row.batch = model::batch_of(mode);
  row.outcome = outcome;
  row.energy_j = energy_j(outcome);
  set_target_costs(row, goal, mode, outcome);
  row.feasible = goal.feasible(mode, outcome);
  row.chance = row.feasible ? 1 : 0;
  row.breaks = limits_broken(goal, mode, outcome);
  return row;
}

ExplanationRow row_of(const model::ComparedMode& compared, const model::Explanation& explanation,
                      const model::Goal& goal) {
  const model::Outcome &here = compared.outcome, &there = explanation.outcome;
  ExplanationRow row = row_at(compared.mode, here, goal);
  row.minibatch_pct = percent(here.minibatch_ms, there.minibatch_ms);
  row.power_pct = percent(here.power_w, there.power_w);
  row.energy_pct = percent(energy_j(here), energy_j(there));
  row.objective_pct.reset();
  if (std::isfinite(compared.change)) row.objective_pct = 100 * std::expm1(compared.change);
  row.chance = compared.chance;
  row.basis = compared.measured ? "measured" : "predicted";
  return row;
}

// The answer, its neighbours, and the cheaper mode if it is none of them.
std::vector<ExplanationRow> rows_of(const model::Explanation& explanation, const model::Goal& goal) {
  std::vector<ExplanationRow> rows{row_at(explanation.answer, explanation.outcome, goal)};
  const auto& cheaper = explanation.cheaper;
  bool is_new = cheaper.has_value();
  for (const model::Neighbour& neighbour : explanation.neighbours) {
    ExplanationRow& row = rows.emplace_back(row_of(neighbour, explanation, goal));
    row.knob = to_string(neighbour.knob);
    row.step = neighbour.step;
    row.place = to_string(explanation.places[neighbour.knob]);
    is_new = is_new && neighbour.mode != cheaper->mode;
  }
  if (is_new) rows.emplace_back(row_of(*cheaper, explanation, goal)).knob = "any";
  return rows;
}

// What the search answers when it makes no further profile.
model::Decision answer_to(const Tries& tries, const SearchOptions& options, const model::Space& space,
                          const model::Goal& goal) {
  model::SearchRules rules = rules_of(options, tries.source != "replayed");
  rules.max_profiles = tries.history.tries().size();
  return model::decide(space, goal, rules, model::propose_nothing, tries.history);
}

void check_answer(const cli::Context& context, const Tries& tries, const model::Decision& decision,
                  const model::Goal& goal) {
  if (!tries.answer || *tries.answer == decision.mode) return;
  context.note("the rows end with another answer, " + name_of(*tries.answer, goal) +
               ": that search had other limits, another objective or another guard");
}

int explain(const SearchOptions& options, cli::Context& context) {
  if (options.modes.empty()) throw usage_error("explain requires --modes FILE");
  model::Goal asked = goal_of(options);
  if (asked.objective == model::Objective::concurrent) {
    throw usage_error("explain does not support --objective concurrent");
  }
  const model::Space space =
      with_priors(context, options, set_target(context, options, asked, space_of(context, options, asked)));
  const Tries tries = read_tries(context, options, space, asked);
  const model::Goal goal = model::at_knee(asked, space, tries.history);
  const model::Decision decision = answer_to(tries, options, space, goal);
  if (!decision.known) {
    throw data_error("stdin: there is no profile that can be used",
                     tries.answer ? "give the other rows of the search, too: its answer is not a profile" : "");
  }
  check_answer(context, tries, decision, goal);
  const auto rules = rules_of(options, tries.source != "replayed");
  const model::UsedReadings used = model::used_readings(space, goal, rules, tries.history);
  const model::Explanation explanation = model::explain(
      space, goal, used.history, decision.mode,
      [&](const model::Mode& mode) { return model::is_doubtful(space, goal, rules, used.history, mode); });
  std::vector<ExplanationRow> rows = rows_of(explanation, goal);
  for (ExplanationRow& row : rows) row.source = tries.source;
  cli::print_rows(context, options.rows, explanation_rows(), rows);
  for (const std::string& sentence : sentences(explanation, goal)) context.say(sentence);
  for (const std::string& sentence : sentences(used.ignored, goal)) context.say(sentence);
  return to_int(rows.front().feasible ? ExitCode::ok : ExitCode::partial);
}

}  // namespace

cli::Subcommand explain_subcommand() {
  return cli::reading_subcommand("explain", "Print what one step of each knob would change in the answer of a search",
                                 declare_explain, explain);
}

}  // namespace wattline::pmsearch
