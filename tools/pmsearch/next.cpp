// SPDX-License-Identifier: Apache-2.0
#include "model/knee_goal.hpp"
#include "pmsearch/options.hpp"
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/search_writer.hpp"
#include "pmsearch/target.hpp"
#include "pmsearch/tries.hpp"

namespace wattline::pmsearch {

namespace {

int next(const SearchOptions& options, cli::Context& context) {
  if (options.modes.empty()) throw usage_error("next requires --modes FILE");
  model::Goal asked = goal_of(options);
  const model::Space space =
      with_priors(context, options, set_target(context, options, asked, space_of(context, options, asked)));
  const Tries tries = read_tries(context, options, space, asked);
  if (tries.answer && tries.history.tries().empty())
    context.note("stdin has only the answer of a search, which is not a profile: the search starts anew");
  const model::Goal goal = model::at_knee(asked, space, tries.history);
  const model::SearchRules rules = rules_of(options, true);
  const model::Decision decision = model::decide(space, goal, rules, model::function_of(options.policy), tries.history);
  SearchWriter(context, options.rows, space, goal, rules).decided(decision, tries.history, tries.source);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand next_subcommand() {
  return cli::reading_subcommand("next", "Print the mode to profile after the profiles on stdin, or the answer",
                                 declare_search, next);
}

}  // namespace wattline::pmsearch
