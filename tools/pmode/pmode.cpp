// SPDX-License-Identifier: Apache-2.0
#include "pmode/pmode.hpp"

#include <map>

#include "cli/options.hpp"
#include "io/rows.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

namespace {

CLI::App* add_verb(CLI::App& app, Options& options, const std::string& name, const std::string& purpose) {
  CLI::App* verb = app.add_subcommand(name, purpose);
  verb->fallthrough();
  verb->callback([&options, name] { options.verb = name; });
  return verb;
}

void declare_queries(CLI::App& app, Options& options) {
  CLI::App* get = add_verb(app, options, "get", "Print what was asked of each knob and what is in force");
  get->add_flag("--mode", options.one_row, "Print the mode in force as one row instead");
  cli::declare_rows(*get, options.rows);
  CLI::App* list = add_verb(app, options, "list", "Print the predefined modes");
  list->add_option("--conf", options.conf, "Read FILE instead of the board's /etc/nvpmodel.conf; needs no board");
  cli::declare_rows(*list, options.rows);
  cli::declare_rows(*add_verb(app, options, "axes", "Print the values that each knob can take"), options.rows);
}

void declare_change(CLI::App* verb, Options& options) {
  verb->add_flag("--nearest", options.nearest, "Take the nearest table entry, however far");
  verb->add_flag("--pin", options.pin, "Minimum = maximum, EMC locked (default for CORES/CPU/GPU/EMC)");
  verb->add_flag("--cap", options.cap, "Limit the clocks, keep DVFS (default for an id or name)")->excludes("--pin");
  cli::add_duration(*verb, "--settle", options.settle_ns, "How long clocks may take to follow (default 1s)");
  cli::add_duration(*verb, "--wait", options.wait_ns, "Wait so long while another process holds the mode");
}

void declare_setters(CLI::App& app, Options& options) {
  CLI::App* set = add_verb(app, options, "set", "Set a mode; prints nothing when all knobs follow");
  set->add_option("MODE", options.mode, "CORES/CPU/GPU/EMC, an id or name of `pmode list`, or @FILE");
  set->add_flag("--dry-run", options.dry_run, "Print the mode that would be set, write nothing");
  set->add_option("--modes", options.modes, "With --dry-run: check each mode in this file of rows");
  set->add_flag("--keep", options.keep, "Leave the state as it is when a knob does not follow");
  declare_change(set, options);
  cli::declare_rows(*set, options.rows);
  CLI::App* run = add_verb(app, options, "run", "Set a mode, run the command after --, bring the state back");
  run->add_option("MODE", options.mode, "As for set")->required();
  run->add_flag("--as-root", options.as_root, "Below sudo, run the command as root instead of the calling user");
  declare_change(run, options);
  cli::declare_rows(*run, options.rows);
}

const std::map<std::string, int (*)(const Options&, cli::Context&)>& verbs() {
  static const std::map<std::string, int (*)(const Options&, cli::Context&)> table{
      {"get", get}, {"list", list}, {"axes", axes}, {"set", set}, {"run", run_under}};
  return table;
}

}  // namespace

cli::About about() {
  cli::About about;
  about.name = "pmode";
  about.purpose = "Show, list and set the power mode: online cores, CPU, GPU and memory clocks";
  about.examples =
      "  pmode get                                 what was asked, what is in force\n"
      "  pmode set 4c/1.2G/900M/1.6G               pin four cores and three clocks\n"
      "  pmode set -/-/max/-                       only the GPU, at its highest clock\n"
      "  pmode set MODE_30W                        a predefined mode, DVFS stays\n"
      "  pmode run 4c/1.2G/900M/1.6G -- ./train    and bring everything back afterwards\n";
  about.rows = {&io::knob_rows(), &io::mode_rows(), &io::predefined_mode_rows(), &io::axis_rows()};
  about.wraps_command = true;
  return about;
}

void declare(CLI::App& app, Options& options) {
  declare_queries(app, options);
  declare_setters(app, options);
}

int run(const Options& options, cli::Context& context) {
  const auto verb = verbs().find(options.verb);
  if (verb == verbs().end()) throw usage_error("no verb", "one of: get, list, axes, set, run; see pmode --help");
  const bool wraps = options.verb == "run";
  if (!wraps && !context.command.empty())
    throw usage_error("-- " + context.command.front() + ": only `run` takes a command");
  return verb->second(options, context);
}

}  // namespace wattline::pmode
