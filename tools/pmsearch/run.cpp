// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/run.hpp"

#include "cli/option_types.hpp"
#include "measure/board_modes.hpp"
#include "model/explanation.hpp"
#include "model/knee_goal.hpp"
#include "model/profile_import.hpp"
#include "pmsearch/pmsearch.hpp"
#include "pmsearch/replay.hpp"
#include "pmsearch/search_writer.hpp"
#include "pmsearch/summary.hpp"
#include "pmsearch/sweep_process.hpp"
#include "pmsearch/target.hpp"

namespace wattline::pmsearch {

namespace {

// What makes the profiles.
struct Source {
  std::function<Profiled(const model::Mode&)> profile;
  std::function<void()> finish = [] {};  // before the last words
};

void declare(cli::App& app, RunOptions& options) {
  app.add_option("--replay", options.replay, "Take readings from this table instead of a device");
  app.add_option("--infer", options.infer, "concurrent, with --replay: table of the inference workload");
  cli::declare_progress(app, options.progress,
                        "Count minibatches by the command's progress bar, or by the group of REGEX in its output");
  app.add_flag("--live", options.live, "Start COMMAND once, change modes while it runs, and measure each for seconds");
  app.add_option("--sweep-option", options.sweep_options, "Pass an option on to pmsweep (repeatable)")
      .allow_extra_args(false);
  declare_search(app, options.search);
}

// A table that is known as a whole has nothing to predict, and two workloads at once cannot be explained.
bool can_explain(const RunOptions& options) {
  return options.search.policy != model::Policy::lookup && options.search.objective != model::Objective::concurrent;
}

// The last words of a search: what `explain` says, and the command that sets the answer. Returns the exit status.
int conclude(const cli::Context& context, const RunOptions& options, const model::Decision& decision,
             const model::Space& space, const model::Goal& goal, const model::SearchRules& rules,
             const model::History& history) {
  const bool answered = decision.kind == model::Decision::Kind::answer;
  const auto outcome = history.outcome(decision.mode);
  const model::UsedReadings used = model::used_readings(space, goal, rules, history);
  if (!decision.known || !outcome) {
    context.say("no mode gave a profile that can be used");
  } else if (can_explain(options)) {
    const model::Explanation explanation = model::explain(
        space, goal, used.history, decision.mode,
        [&](const model::Mode& mode) { return model::is_doubtful(space, goal, rules, used.history, mode); });
    for (const std::string& text : sentences(explanation, goal)) context.say(text);
  } else {
    context.say(answered ? answer_in_words(decision.mode, *outcome, goal)
                         : missed_limits(decision.mode, *outcome, goal));
  }
  for (const std::string& text : sentences(used.ignored, goal)) context.say(text);
  if (!answered) return to_int(ExitCode::partial);
  const std::string root = context.root.is_host() ? "" : " --root " + context.root.directory().string();
  context.say("to set it: pmode set " + to_string(model::to_power_mode(decision.mode)) + root);
  return to_int(ExitCode::ok);
}

// Profiles until the search decides. Returns the exit status. `history`: what is known before; `source`: of the last
// row when nothing is profiled.
int search(cli::Context& context, const RunOptions& options, const model::Space& space, const model::Goal& asked,
           const model::SearchRules& rules, const Source& profiles, model::History history, std::string source) {
  model::Goal goal = asked;
  SearchWriter rows(context, options.search.rows, space, goal, rules);
  std::string problem;  // of the last profile
  while (!rows.reader_gone()) {
    goal = model::at_knee(asked, space, history);
    const model::Decision decision =
        model::decide(space, goal, rules, model::function_of(options.search.policy), history);
    if (decision.ends()) {
      rows.decided(decision, history, source);
      profiles.finish();
      if (!decision.known && !problem.empty()) context.say("the last profile failed: " + problem);
      return conclude(context, options, decision, space, goal, rules, history);
    }
    const Profiled profiled = profiles.profile(decision.mode);
    if (context.signals.stop() != 0) return signal_status(context.signals.stop());
    history.add(profiled.entry);
    source = profiled.source;
    problem = profiled.reason == "NA" ? "" : profiled.reason;
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
  const model::Space space =
      with_priors(context, options.search, set_target(context, options.search, goal, std::move(all)));
  const bool knows_all = options.search.policy == model::Policy::lookup;
  return search(context, options, space, goal, rules_of(options.search, false),
                {[&](const model::Mode& mode) { return replay.profile(mode); }},
                knows_all ? replay.everything() : model::History(), "replayed");
}

model::Space space_of_board(const cli::Context& context, const RunOptions& options, const model::Goal& goal) {
  if (goal.chooses_batch()) {
    throw usage_error("a search for the batch size requires --modes FILE, with the column batch");
  }
  if (options.search.table.batch) throw usage_error("--batch requires --modes FILE or --replay TABLE");
  if (!options.search.table.map.empty()) throw usage_error("--map requires --modes FILE or --replay TABLE");
  model::Space space(model::modes_of(measure::board_modes(context, "name a list of modes with --modes FILE")));
  context.say("without --modes, the answer is one of the " + std::to_string(space.modes().size()) +
              " modes of this board that can be set without a reboot");
  return space;
}

int run_live(const RunOptions& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("run requires -- COMMAND or --replay TABLE");
  model::Goal goal = goal_of(options.search);
  model::Space all =
      options.search.modes.empty() ? space_of_board(context, options, goal) : space_of(context, options.search, goal);
  const model::Space space =
      with_priors(context, options.search, set_target(context, options.search, goal, std::move(all)));
  // With this, a reader that closes the pipe ends the search and pmsweep in order.
  io::Signals::survive_broken_pipes();
  SweepProcess sweep(context, options, goal);
  return search(context, options, space, goal, rules_of(options.search, true),
                {[&](const model::Mode& mode) { return sweep.profile(mode); }, [&] { sweep.finish(); }}, {}, "NA");
}

// Options that would be ignored.
void check(const RunOptions& options) {
  const bool live = options.replay.empty();
  if (!live && options.progress.given) throw usage_error("--progress cannot be combined with --replay");
  if (!live && options.live) throw usage_error("--live cannot be combined with --replay");
  if (!live && !options.sweep_options.empty()) throw usage_error("--sweep-option cannot be combined with --replay");
  if (options.infer.empty()) return;
  if (live) throw usage_error("--infer requires --replay TABLE");
  if (options.search.objective != model::Objective::concurrent) {
    throw usage_error("--infer requires --objective concurrent");
  }
}

}  // namespace

int run(const RunOptions& options, cli::Context& context) {
  check(options);
  return options.replay.empty() ? run_live(options, context) : run_replay(options, context);
}

cli::Subcommand run_subcommand() {
  return cli::wrapping_subcommand("run", "Profile COMMAND, or read --replay, until the answer is found", declare, run);
}

}  // namespace wattline::pmsearch
