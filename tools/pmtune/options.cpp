// SPDX-License-Identifier: Apache-2.0
#include "pmtune/options.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"

namespace wattline::pmtune {

namespace {

using model::Objective;

void declare_goal(cli::App& app, Options& options) {
  cli::add_choice(app, "--objective", options.objective,
                  {{"time", Objective::time}, {"energy", Objective::energy}, {"edp", Objective::energy_delay}},
                  "What the job should take least of [time]; edp is energy times delay");
  app.add_option("--budget", options.budget_w, "Power limit in watts").check(cli::positive());
  app.add_option("--never-above", options.rules.never_above_w,
                 "Never set a mode that may draw more than this many watts")
      .check(cli::positive());
  app.add_option("--steps", options.steps, "Number of steps of the whole job").check(cli::between(1, 1e15));
  app.add_option("--epochs", options.epochs, "Number of epochs of the whole job")
      .check(cli::between(1, 1e9))
      .excludes(app.option("--steps"));
}

void declare_job_limit(cli::App& app, Options& options) {
  cli::add_duration(app, "--deadline", options.deadline_ns,
                    "Take the least energy with which the job ends in this time");
  app.add_option("--mean-power", options.mean_power_w, "As fast as this mean power in watts allows")
      .check(cli::positive())
      .excludes(app.option("--deadline"));
  cli::add_duration(app, "--over", options.over_ns,
                    "Keep the mean power in each period of this length [the whole job]");
  app.option("--over").needs(app.option("--mean-power"));
  app.add_option("--energy-budget", options.energy_budget_j, "As fast as this energy of the whole job in joules allows")
      .check(cli::positive())
      .excludes(app.option("--deadline"))
      .excludes(app.option("--mean-power"));
}

void declare_command(cli::App& app, Options& options) {
  app.add_option("--summary", options.summary,
                 "Write the summary to FILE (- = standard output) instead of standard error");
  app.add_option("--out", options.out, "Folder of the logs [the first of tune, tune.2 ... that does not exist]");
  cli::declare_progress(app, options.progress,
                        "Count steps by the progress bar that the command prints; its output passes through");
  app.add_option("--resume", options.resume, "Begin with what an earlier run of the same command measured: its rows");
  app.add_option("--modes", options.modes, "File of the modes to choose from [all that need no reboot]");
  cli::add_duration(app, "--stall", options.stall_ns, "Leave the mode when no step has ended for this long [60s]");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between power readings [100ms]");
  app.add_option("-r,--rail", options.rail, "Rail to measure").capture_default_str();
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
}

void declare_replay(cli::App& app, Options& options) {
  app.add_option("--replay", options.replay, "Tune a job on the board that this table of profiles describes");
  cli::add_duration(app, "--switch-cost", options.switch_ns,
                    "With --replay: time that a change of the mode costs [100ms]");
  cli::add_duration(app, "--blind", options.settle_ns,
                    "With --replay: time after a change of the mode without readings [1s]");
  app.add_option("--seed", options.seed, "With --replay: seed of the noise of readings").capture_default_str();
  cli::declare_profile_options(app, options.table);
  for (const char* other : {"--out", "--progress", "--modes", "--stall", "--interval", "--rail", "--as-root"}) {
    app.option("--replay").excludes(app.option(other));
  }
  for (const char* own :
       {"--switch-cost", "--blind", "--seed", "--batch", "--keep-flagged", "--allow-mixed", "--map"}) {
    app.option(own).needs(app.option("--replay"));
  }
}

}  // namespace

void declare(cli::App& app, Options& options) {
  declare_goal(app, options);
  declare_job_limit(app, options);
  declare_command(app, options);
  declare_replay(app, options);
  declare_service(app, options.service);
  cli::declare_rows(app, options.rows);
}

namespace {

// A limit of the whole job decides what is least.
void check_goal(const Options& options) {
  const bool is_fast = options.mean_power_w || options.energy_budget_j, limited = is_fast || options.deadline_ns > 0;
  const Objective own = is_fast || !limited ? Objective::time : Objective::energy;
  if (limited && options.objective.value_or(own) != own) {
    throw usage_error(is_fast ? "--mean-power and --energy-budget require --objective time"
                              : "--deadline requires --objective energy");
  }
  const bool knows_length = options.steps || options.epochs || options.progress.given;
  if ((options.deadline_ns > 0 || options.energy_budget_j) && !knows_length) {
    throw usage_error("--deadline and --energy-budget require the length of the job",
                      "add --steps N, --epochs N or --progress");
  }
  const bool any = limited || options.budget_w || options.rules.never_above_w;
  if (!options.objective && !any) {
    throw usage_error("pmtune requires a limit or an objective",
                      "one of --budget W, --mean-power W, --energy-budget J, --deadline TIME, --latency QUANTILE=TIME; "
                      "or --objective energy or edp");
  }
  if (options.objective == Objective::time && !any) {
    throw usage_error("--objective time requires --budget W, --never-above W, --mean-power W or --energy-budget J",
                      "or choose --objective energy");
  }
}

void check_service(const Options& options) {
  if (options.objective.value_or(Objective::energy) != Objective::energy)
    throw usage_error("--latency requires --objective energy");
  const bool replays = !options.replay.empty(), has_rates = !options.service.rates.empty();
  if (replays && !has_rates && !(options.service.rate_hz && options.steps))
    throw usage_error("--replay with --latency requires --rates FILE, or --rate N and --steps N");
  if (!replays && options.steps)
    throw usage_error("--latency cannot be combined with --steps", "a service has no end; --replay takes --steps");
}

}  // namespace

void check(const Options& options, bool has_command) {
  if (options.replay.empty() && !has_command) throw usage_error("pmtune requires -- COMMAND or --replay TABLE");
  if (!options.replay.empty() && has_command) throw usage_error("--replay cannot be combined with -- COMMAND");
  if (options.service.latency) return check_service(options);
  if (!options.replay.empty() && !options.steps) throw usage_error("--replay requires --steps N");
  check_goal(options);
}

model::Goal goal_of(const Options& options) {
  model::Goal goal;
  goal.objective = options.objective.value_or(options.deadline_ns > 0 ? Objective::energy : Objective::time);
  goal.power_w = options.budget_w;
  const auto& cap = options.rules.never_above_w;
  if (cap && (!goal.power_w || *cap < *goal.power_w)) goal.power_w = cap;
  return goal;
}

model::TuneRules rules_of(const Options& options) {
  using Kind = model::JobLimit::Kind;
  model::TuneRules rules = options.rules;
  if (options.deadline_ns > 0) rules.limit = {Kind::deadline, to_seconds(options.deadline_ns), 0};
  if (options.mean_power_w) rules.limit = {Kind::mean_power, *options.mean_power_w, to_seconds(options.over_ns)};
  if (options.energy_budget_j) rules.limit = {Kind::energy, *options.energy_budget_j, 0};
  return rules;
}

model::ServiceRules service_rules_of(const Options& options) {
  model::ServiceRules rules;
  rules.target = *options.service.latency;
  rules.budget_w = options.budget_w;
  rules.never_above_w = options.rules.never_above_w;
  rules.changes_per_hour = options.service.changes_per_hour;
  return rules;
}

}  // namespace wattline::pmtune
