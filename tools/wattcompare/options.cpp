// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/options.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/power_mode.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"
#include "wattcompare/measured_run.hpp"

namespace wattline::wattcompare {

namespace {

constexpr double kMostRuns = 10000;

void declare_runs(cli::App& app, Options& options) {
  app.add_option("--precision", options.rules.precision_pct,
                 "Stop when the half width of the confidence intervals is below this share of the mean, in %")
      .check(cli::positive())
      .capture_default_str();
  app.add_option("--pilot", options.rules.pilot,
                 "Number of runs of each command after which the number of further runs is chosen")
      .check(cli::between(static_cast<double>(kFewestBlocks), kMostRuns))
      .capture_default_str();
  app.add_option("--max-runs", options.max_runs, "Most runs of each command")
      .check(cli::between(static_cast<double>(kFewestBlocks), kMostRuns))
      .capture_default_str();
  cli::add_duration(app, "--max-time", options.max_time_ns, "Make no more runs than fit into this time [no limit]");
  app.add_option("--warm-up", options.warm_up, "Runs of each command that are made first and not counted")
      .check(cli::between(0, kMostRuns))
      .capture_default_str();
  app.add_option("--cool-down", options.cool_down, "Wait after each run: auto, or a time").capture_default_str();
  cli::add_duration(app, "--cool-limit", options.cool_limit_ns, "Longest wait of --cool-down auto [1m]")
      .each([&options](const std::string&) { options.cool_limit_given = true; });
  app.add_option("--seed", options.seed, "Seed of the order of the runs").capture_default_str();
  cli::add_duration(app, "--timeout", options.timeout_ns, "Give up when a run takes longer than this [30m]");
  app.add_flag("--as-root", options.as_root, "Under sudo, run the commands as root and not as the calling user");
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const Quantity& quantity : quantities()) names.emplace_back(quantity.name);
  return names;
}

void check_quantities(const std::vector<std::string>& chosen) {
  const auto names = quantity_names();
  for (const std::string& name : chosen) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw usage_error("--quantities " + name + ": no such quantity", "one of: " + join(names, ", "));
  }
}

void check_cool_down(const Options& options) {
  const std::string& rule = options.cool_down;
  if (rule == kAutomatic) return;
  if (options.cool_limit_given) throw usage_error("--cool-limit requires --cool-down auto");
  try {
    parse_duration_ns(rule);
  } catch (const Error& error) {
    throw usage_error(std::string("--cool-down: ") + error.what(), std::string("or ") + kAutomatic);
  }
}

}  // namespace

void declare(cli::App& app, Options& options) {
  app.add_option("LINE", options.commands, "Commands to compare, two or more, each one a shell line");
  app.add_option("--mode", options.modes, "Compare the command after -- in this power mode (repeatable)")
      .allow_extra_args(false);
  app.add_option("--from", options.from, "Judge the rows of --runs-out in FILE instead of running commands");
  app.add_option("--runs-out", options.runs_out, "Write one row per run to FILE (- = standard output)");
  cli::add_list(app, "--quantities", options.rules.quantities, "Quantities to compare [all that were measured]");
  declare_runs(app, options);
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between power readings [100ms]");
  app.add_option("-r,--rail", options.rail, "Rail to measure").capture_default_str();
  cli::declare_rows(app, options.rows);
  // An option that would be ignored is refused.
  for (const char* of_runs : {"--runs-out", "--max-runs", "--max-time", "--warm-up", "--cool-down", "--cool-limit",
                              "--seed", "--timeout", "--as-root", "--interval", "--rail"}) {
    app.option("--from").excludes(app.option(of_runs));
  }
}

void check(const Options& options, const cli::Context& context) {
  check_quantities(options.rules.quantities);
  check_cool_down(options);
  cli::check_side_file("--runs-out", options.runs_out, options.rows);
  const std::string example = "wattcompare './train.sh 1' './train.sh 2'";
  if (!options.from.empty()) {
    if (!options.commands.empty() || !options.modes.empty() || !context.command.empty()) {
      throw usage_error("--from runs no commands");
    }
    return;
  }
  if (options.modes.empty()) {
    if (!context.command.empty()) throw usage_error("-- COMMAND requires --mode", example);
    if (options.commands.size() < 2) throw usage_error("two commands or more are required", example);
  } else {
    const std::string modes = "wattcompare --mode 4c/1.2G/900M/2133M --mode 8c/1.2G/900M/2133M -- ./train.sh";
    if (!options.commands.empty()) throw usage_error("--mode: the command follows --", modes);
    if (context.command.empty()) throw usage_error("--mode requires -- COMMAND", modes);
    if (options.modes.size() < 2) throw usage_error("two modes or more are required", modes);
    for (const std::string& mode : options.modes) {
      if (names_option(mode)) throw usage_error("--mode " + mode + ": an option, not a power mode", modes);
    }
  }
}

}  // namespace wattline::wattcompare
