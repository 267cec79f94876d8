// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/run.hpp"

#include "cli/option_types.hpp"
#include "model/knee_goal.hpp"
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/replay.hpp"
#include "pmsearch/search_writer.hpp"
#include "pmsearch/summary.hpp"
#include "pmsearch/sweep_process.hpp"
#include "pmsearch/target.hpp"

namespace wattline::pmsearch {

namespace {

using Profile = std::function<Profiled(const model::Mode&)>;

void declare(cli::App& app, RunOptions& options) {
  app.add_option("--replay", options.replay, "Take readings from this table instead of a device");
  app.add_option("--infer", options.infer, "concurrent, with --replay: table of the inference workload");
  app.add_option("--sweep-option", options.sweep_options, "Pass an option on to pmsweep (repeatable)")
      .allow_extra_args(false);
  declare_search(app, options.search);
}

// Returns the exit status.
int conclude(const cli::Context& context, const model::Decision& decision, const model::Goal& goal,
             const model::History& history) {
  if (decision.kind == model::Decision::Kind::answer) return to_int(ExitCode::ok);
  const auto outcome = history.outcome(decision.mode);
  context.say(decision.known && outcome ? missed_limits(decision.mode, *outcome, goal)
                                        : "no mode gave a profile that can be used");
  return to_int(ExitCode::partial);
}

// Profiles until the search decides. Returns the exit status. `history`: what is known before; `source`: of the last
// row when nothing is profiled.
int search(cli::Context& context, const RunOptions& options, const model::Space& space, const model::Goal& asked,
           const model::SearchRules& rules, const Profile& profile, model::History history, std::string source) {
  model::Goal goal = asked;
  SearchWriter rows(context, options.search.rows, goal);
  while (!rows.reader_gone()) {
    goal = model::at_knee(asked, space, history);
    const model::Decision decision =
        model::decide(space, goal, rules, model::function_of(options.search.policy), history);
    if (decision.ends()) {
      rows.decided(decision, history, source);
      return conclude(context, decision, goal, history);
    }
    const Profiled profiled = profile(decision.mode);
    if (context.signals.stop() != 0) return signal_status(context.signals.stop());
    history.add(profiled.entry);
    source = profiled.source;
    rows.tried(decision, profiled, history);
  }
  return to_int(ExitCode::ok);
}

int run_replay(const RunOptions& options, cli::Context& context) {
  if (!context.command.empty()) throw usage_error("--replay cannot be combined with -- COMMAND");
  model::Goal goal = goal_of(options.search);
  const Replay replay(context, options, goal);
  model::Space all =
      options.search.modes.empty() ? model::Space(replay.modes()) : space_of(context, options.search, goal);
  check_batches(all, goal, options.replay);
  const model::Space space = set_target(context, options.search, goal, std::move(all));
  const bool knows_all = options.search.policy == model::Policy::lookup;
  return search(
      context, options, space, goal, rules_of(options.search, false),
      [&](const model::Mode& mode) { return replay.profile(mode); }, knows_all ? replay.everything() : model::History(),
      "replayed");
}

int run_live(const RunOptions& options, cli::Context& context) {
  if (options.search.modes.empty()) throw usage_error("run requires --modes FILE or --replay TABLE");
  if (context.command.empty()) throw usage_error("run requires -- COMMAND or --replay TABLE");
  model::Goal goal = goal_of(options.search);
  const model::Space space = set_target(context, options.search, goal, space_of(context, options.search, goal));
  // With this, a reader that closes the pipe ends the search and pmsweep in order.
  io::Signals::survive_broken_pipes();
  SweepProcess sweep(context, options, goal);
  return search(
      context, options, space, goal, rules_of(options.search, true),
      [&](const model::Mode& mode) { return sweep.profile(mode); }, {}, "NA");
}

}  // namespace

int run(const RunOptions& options, cli::Context& context) {
  return options.replay.empty() ? run_live(options, context) : run_replay(options, context);
}

cli::Subcommand run_subcommand() {
  return cli::wrapping_subcommand("run", "Profile COMMAND, or read --replay, until the answer is found", declare, run);
}

}  // namespace wattline::pmsearch
