// SPDX-License-Identifier: Apache-2.0
#include "model/profile_import.hpp"
#include "pmsearch/options.hpp"
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/same_setting.hpp"
#include "pmsearch/search_writer.hpp"

namespace wattline::pmsearch {

namespace {

model::History history_of(const io::ProfileTable& table, const model::Space& space, const model::Goal& goal,
                          bool keep_flagged) {
  model::History history;
  for (model::Try& entry : model::tries_of(table, goal, keep_flagged)) {
    if (const auto asked = asked_mode(space, entry.mode)) entry.mode = *asked;
    history.add(entry);
  }
  return history;
}

int next(const SearchOptions& options, cli::Context& context) {
  if (options.modes.empty()) throw usage_error("next requires --modes FILE");
  const model::Goal goal = goal_of(options);
  const model::Space space = space_of(context, options, goal);
  const bool one_batch = goal.objective != model::Objective::concurrent;
  const io::ProfileTable table = cli::read_history(context, options.table, one_batch);
  const model::History history = history_of(table, space, goal, options.table.keep_flagged);
  const model::Decision decision =
      model::decide(space, goal, rules_of(options, true), model::function_of(options.policy), history);
  SearchWriter(context, options.rows, goal).decided(decision, history, table.source);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand next_subcommand() {
  return cli::reading_subcommand("next", "Print the mode to profile after the profiles on stdin, or the answer",
                                 declare_search, next);
}

}  // namespace wattline::pmsearch
