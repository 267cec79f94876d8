// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/options.hpp"

#include "base/enum_name.hpp"
#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "cli/profile_options.hpp"
#include "cli/shard.hpp"
#include "cli/terminal_input.hpp"

namespace wattline::pmsweep {

const char* to_string(Check check) {
  return enum_name(check, {"mlperf", "paper", "quick", "none"});
}

namespace {

void declare_list(cli::App& app, ListOptions& options) {
  app.add_option("--modes", options.modes, "Read the modes from FILE instead of stdin");
  cli::add_choice(app, "--order", options.order,
                  {{"given", OrderKind::given}, {"down", OrderKind::down}, {"random", OrderKind::random}},
                  "Order of the runs; down = from the highest clocks to the lowest");
  app.add_option("--seed", options.seed, "Seed of --order random [1]");
  cli::add_shard(app, options.shard);
  app.add_option("--runs", options.runs, "Number of runs per row").check(cli::between(1, 1000)).capture_default_str();
}

void declare_runs(cli::App& app, Options& options) {
  app.add_option("--sentinel", options.sentinel, "MODE/N: also profile MODE first and after every N runs");
  app.add_flag("--resume", options.resume, "Continue the sweep in --out");
  cli::add_choice(app, "--only", options.only, cli::Choices<Only>{{"missing", Only::missing}},
                  "Continue the sweep in --out and repeat its failed runs");
}

void declare_command(cli::App& app, Options& options) {
  app.add_option("--out", options.out,
                 "Folder of the journal and the logs [the first of runs, runs.2 ... that does not exist]");
  app.add_flag("--live", options.live, "Keep the command running while modes change");
  app.add_flag("--whole-run", options.whole_run, "Read no step rows: measure each run from its start to its end");
  cli::declare_progress(app, options.progress,
                        "Count minibatches by the command's progress bar, or by the group of REGEX in its output");
  app.add_option("--prepare", options.prepare, "Shell line to run before each start of the command");
  app.add_option("--cleanup", options.cleanup, "Shell line to run after each end of the command");
  app.add_option("--cool-to", options.cool_to,
                 "Wait before each start until no thermal zone is hotter than this, as in 45C");
  cli::add_duration(app, "--cool-limit", options.cool_limit_ns, "Longest wait for --cool-to [10m]")
      .needs(app.option("--cool-to"));
  cli::add_duration(app, "--timeout", options.timeout_ns, "End a run that takes longer than this [30m]");
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
}

void declare_window(cli::App& app, Options& options) {
  app.add_option("-n,--minibatches", options.limits.steps, "Counted minibatches per profile")
      .check(cli::between(1, 1000000))
      .capture_default_str();
  app.add_option("--epochs", options.limits.epochs, "Measure this many whole epochs instead, after the first one")
      .check(cli::between(1, 1000000));
  app.add_option("--readings", options.limits.readings, "New power readings per profile")
      .check(cli::between(1, 1000000))
      .capture_default_str();
  cli::add_duration(app, "--window", options.window_ns, "Length of the measured window [5s]");
  app.add_option("--precision", options.precision_pct,
                 "End the window when the standard errors of time and power are at most this percentage")
      .check(cli::between(0.5, 50));
  cli::add_duration(app, "--settle", options.settle_ns, "Time limit for power to settle [30s]");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between power readings [100ms]");
  app.add_option("-r,--rail", options.rail, "Rail to measure").capture_default_str();
  cli::add_choice(app, "--check", options.check,
                  {{"mlperf", Check::mlperf}, {"paper", Check::paper}, {"quick", Check::quick}, {"none", Check::none}},
                  "How strict the verdict on each run is, as in wattcheck --profile [quick; none with --precision]");
}

constexpr const char* kOfRuns[] = {
    "--sentinel", "--resume",  "--only",      "--out",     "--live",     "--whole-run",   "--progress",
    "--prepare",  "--cleanup", "--cool-to",   "--timeout", "--as-root",  "--minibatches", "--epochs",
    "--readings", "--window",  "--precision", "--settle",  "--interval", "--rail",        "--check"};

// An option that would be ignored is refused.
void declare_conflicts(cli::App& app) {
  for (const char* name : kOfRuns) app.option("--replay").excludes(app.option(name));
  for (const char* other : {"--whole-run", "--epochs"}) {
    for (const char* name : {"--minibatches", "--readings", "--window", "--precision", "--settle"}) {
      app.option(other).excludes(app.option(name));
    }
  }
}

}  // namespace

void declare(cli::App& app, Options& options) {
  declare_list(app, options);
  declare_runs(app, options);
  declare_command(app, options);
  declare_window(app, options);
  app.add_option("--replay", options.replay, "The older spelling of `pmsweep replay TABLE`");
  declare_conflicts(app);
  cli::declare_rows(app, options.rows);
}

void declare_replay(cli::App& app, ReplayOptions& options) {
  app.add_option("TABLE", options.table, "Table of profiles").required();
  cli::declare_map(app, options.map);
  declare_list(app, options);
  cli::declare_rows(app, options.rows);
}

void say_awaited_list(const cli::Context& context, const ListOptions& options) {
  cli::say_if_typed(context, options.modes, "the list of modes",
                    "give --modes FILE, or pipe in the rows of `pmode enum`");
}

RunOrderOptions order_options(const ListOptions& options) {
  if (options.seed && options.order != OrderKind::random) throw usage_error("--seed requires --order random");
  RunOrderOptions order;
  order.order = options.order;
  order.seed = options.seed.value_or(1);
  order.runs = options.runs;
  order.shard = options.shard;
  return order;
}

}  // namespace wattline::pmsweep
