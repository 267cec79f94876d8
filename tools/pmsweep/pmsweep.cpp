// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/pmsweep.hpp"

#include <boost/filesystem.hpp>
#include <csignal>

#include "cli/option_types.hpp"
#include "io/rows.hpp"
#include "pmsweep/sweep.hpp"

namespace wattline::pmsweep {

namespace {

constexpr const char* kExamples =
    "  pmode enum | pmsweep --out runs -- ./train.sh >profiles.tsv   each mode of this machine\n"
    "  pmsweep --live --modes modes.tsv -- ./train.sh                without starting it for each mode\n"
    "  pmsweep --resume --out lab --modes modes.tsv -- ./train.sh    go on after a power cut\n"
    "  pmsweep --modes workers.tsv -- ./train.sh {workers}           sweep a column of the input instead\n"
    "  pmsweep --shard 2/4 --modes modes.tsv -- ./train.sh           every fourth mode, from the second\n";

// A sweep that was made is never written over.
std::string free_folder(const Options& options) {
  const std::string base = "runs";
  std::string name = base;
  const bool resume = options.resume || !options.only.empty();
  for (int i = 2; !resume && boost::filesystem::exists(name + "/journal.tsv"); ++i) {
    name = base + "." + std::to_string(i);
  }
  return name;
}

void declare_plan(CLI::App& app, Options& options) {
  app.add_option("--modes", options.modes, "Read the modes from FILE instead of stdin");
  app.add_option("--order", options.order, "given, down (clocks fall) or random")
      ->check(CLI::IsMember({"given", "down", "random"}))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of --order random")->capture_default_str();
  app.add_option("--shard", options.shard, "K/N: every Nth row of the input, from the Kth");
  app.add_option("--runs", options.runs, "Runs of each row")->check(cli::between(1, 1000))->capture_default_str();
  app.add_option("--sentinel", options.sentinel, "MODE/N: profile MODE too, first and after every N runs");
  app.add_flag("--resume", options.resume, "Go on with the sweep in --out");
  app.add_option("--only", options.only, "missing: the same, and make failed runs again")
      ->check(CLI::IsMember({"missing"}));
}

void declare_run(CLI::App& app, Options& options) {
  app.add_option("--out", options.out, "Folder of journal and logs [runs, runs.2, ...: the first that is free]");
  app.add_flag("--live", options.live, "Keep the command running and change modes under it");
  app.add_option("--prepare", options.prepare, "Shell line to run before each start of the command");
  app.add_option("--cleanup", options.cleanup, "Shell line to run after each end of the command");
  app.add_option("--cool-to", options.cool_to, "Wait before each start until no zone is hotter, as in 45C");
  cli::add_duration(app, "--cool-limit", options.cool_limit_ns, "Wait so long at most [10m]");
  cli::add_duration(app, "--timeout", options.timeout_ns, "Give a run up after this time [30m]");
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root and not as the calling user");
}

void declare_window(CLI::App& app, Options& options) {
  app.add_option("-n,--minibatches", options.limits.steps, "Counted minibatches that a profile needs")
      ->check(cli::between(1, 1000000))
      ->capture_default_str();
  app.add_option("--readings", options.limits.readings, "Fresh power readings that it needs")
      ->check(cli::between(1, 1000000))
      ->capture_default_str();
  cli::add_duration(app, "--window", options.window_ns, "Time that it needs [5s]");
  cli::add_duration(app, "--settle", options.settle_ns, "How long power may take to settle [30s]");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between power readings [100ms]");
  app.add_option("-r,--rail", options.rail, "Rail that counts")->capture_default_str();
}

}  // namespace

cli::About about() {
  return {"pmsweep",
          "Profile a command in each power mode of a list, unattended and resumable",
          kExamples,
          {&io::profile_rows()},
          true};
}

void declare(CLI::App& app, Options& options) {
  declare_plan(app, options);
  declare_run(app, options);
  declare_window(app, options);
  cli::declare_rows(app, options.rows);
}

int run(const Options& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("no command", "write it after --");
  if (options.live && !options.cool_to.empty()) {
    throw usage_error("--cool-to: waits with the command stopped, --live never stops it");
  }
  // With SIGPIPE ignored a reader that goes away ends the sweep in order.
  std::signal(SIGPIPE, SIG_IGN);
  Options resolved = options;
  if (options.out.empty()) resolved.out = free_folder(options);
  return Sweep(resolved, context).run();
}

}  // namespace wattline::pmsweep
