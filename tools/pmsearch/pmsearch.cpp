// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/pmsearch.hpp"

#include "cli/option_types.hpp"
#include "io/rows.hpp"
#include "model/profiles.hpp"
#include "pmsearch/session.hpp"
#include "pmsearch/sweep_process.hpp"

namespace wattline::pmsearch {

namespace {

void declare_goal(CLI::App& verb, Options& options) {
  verb.add_option("--objective", options.objective, "time, energy, edp (energy times delay) or concurrent")
      ->capture_default_str();
  verb.add_option("--budget", options.budget_w, "Watts that the answer may draw");
  verb.add_option("--deadline", options.deadline_ms, "Milliseconds that a minibatch may take");
  verb.add_option("--latency", options.latency_ms, "concurrent: milliseconds that an inference request may take");
  verb.add_option("--rate", options.rate_per_s, "concurrent: inference requests that arrive in a second");
}

void declare_rules(CLI::App& verb, Options& options) {
  verb.add_option("--policy", options.policy, "physics, bs, gmd, random or lookup")->capture_default_str();
  verb.add_option("--max-profiles", options.max_profiles,
                  "Profiles at most [10, with the guard 12; gmd 15; bs ends by itself]")
      ->check(CLI::Range(1, 1'000'000));
  verb.add_option("--min-gain", options.min_gain_pct, "Stop after 10 tries when less percent is expected; 0 = never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb.add_option("--never-above", options.power_cap_w, "Do not even try modes that may draw more watts")
      ->check(CLI::PositiveNumber);
  verb.add_option("--seed", options.seed, "Of the policy random")->capture_default_str();
  verb.add_flag("--guard", options.guard, "Read again what is near a limit or doubtful (default but for tables)");
  verb.add_flag("--no-guard", options.no_guard, "Take every reading as it is")->excludes("--guard");
}

CLI::App* add_verb(CLI::App& app, Options& options, const std::string& name, const std::string& purpose) {
  CLI::App* verb = app.add_subcommand(name, purpose);
  verb->fallthrough();
  verb->callback([&options, name] { options.verb = name; });
  declare_goal(*verb, options);
  declare_rules(*verb, options);
  verb->add_option("--modes", options.modes, "Rows of the modes to choose from");
  cli::declare_table(*verb, options.table);
  cli::declare_rows(*verb, options.rows);
  return verb;
}

int next(const Options& options, cli::Context& context) {
  if (!context.command.empty()) throw usage_error("next: runs no command", "`pmsearch run` does");
  if (options.modes.empty()) throw usage_error("next: which modes are there?", "give --modes FILE");
  const model::Goal goal = goal_of(options);
  const model::Policy policy = model::find_policy(options.policy, goal);
  const model::Space space = space_of(context, options, goal);
  io::TsvReader reader = io::TsvReader::empty_allowed("-");
  io::ProfileTable table;
  if (!reader.names().empty()) table = io::read_profiles(reader, io::ProfileNeeds::outcome);
  if (reader.torn()) context.note("stdin: the last line is torn and was dropped");
  if (table.mixed && !options.table.allow_mixed) {
    throw data_error("stdin: rows of different sources", "--allow-mixed takes them together");
  }
  if (goal.objective != model::Objective::concurrent) io::select_batch(table, options.table.batch, "stdin");
  model::History history;
  for (model::Try& entry : model::tries_of(table, goal, options.table.keep_flagged)) {
    if (const auto asked = asked_mode(space, entry.mode)) entry.mode = *asked;
    history.add(entry);
  }
  const model::Decision decision = model::decide(space, goal, rules_of(options, true), policy, history);
  SearchRows(context, options, goal).decided(decision, history, table.source);
  return to_int(ExitCode::ok);
}

int run_replay(const Options& options, cli::Context& context) {
  if (!context.command.empty()) throw usage_error("--replay: takes the place of a command", "leave out one of them");
  const model::Goal goal = goal_of(options);
  const Replay replay(context, options, goal);
  const model::Space space = options.modes.empty() ? model::Space(replay.modes()) : space_of(context, options, goal);
  return search(
      context, options, space, goal, rules_of(options, false),
      [&](const model::Mode& mode) { return replay.profile(mode); },
      options.policy == "lookup" ? replay.everything() : model::History());
}

int run_live(const Options& options, cli::Context& context) {
  if (options.modes.empty()) throw usage_error("run: which modes are there?", "give --modes FILE, or --replay TABLE");
  const model::Goal goal = goal_of(options);
  const model::Space space = space_of(context, options, goal);
  SweepProcess sweep(context, options, goal);
  return search(context, options, space, goal, rules_of(options, true),
                [&](const model::Mode& mode) { return sweep.profile(mode); });
}

}  // namespace

cli::About about() {
  cli::About about;
  about.name = "pmsearch";
  about.purpose = "Find the best power mode within limits from a handful of profiles";
  about.examples =
      "  pmsearch next --budget 30 --modes space.tsv < profiles.tsv         which mode to profile next\n"
      "  pmsearch run --budget 30 --modes space.tsv -- ./train.sh           the whole loop, through pmsweep\n"
      "  pmsearch run --budget 30 --replay table.tsv                        the same against a recorded table\n"
      "  pmsearch run --objective energy --deadline 120 --replay table.tsv  fewest joules in time\n";
  about.rows = {&io::search_rows()};
  about.wraps_command = true;
  return about;
}

void declare(CLI::App& app, Options& options) {
  add_verb(app, options, "next", "Print the mode to try after the profiles on stdin, or the answer");
  CLI::App* run = add_verb(app, options, "run", "Profile the command after -- (or --replay) until the answer is found");
  run->add_option("--replay", options.replay, "Take readings from this table instead of a device");
  run->add_option("--infer", options.infer, "concurrent, with --replay: table of the inference workload");
  run->add_option("--sweep-option", options.sweep_options, "Hand an option on to pmsweep (repeatable)")
      ->allow_extra_args(false);
}

int run(const Options& options, cli::Context& context) {
  if (options.verb == "next") return next(options, context);
  if (options.verb != "run") throw usage_error("no verb", "one of: next, run; see pmsearch --help");
  return options.replay.empty() ? run_live(options, context) : run_replay(options, context);
}

}  // namespace wattline::pmsearch
