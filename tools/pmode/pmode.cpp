// SPDX-License-Identifier: Apache-2.0
#include "pmode/pmode.hpp"

#include <map>

#include "cli/option_types.hpp"
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

void declare_space(CLI::App& app, Options& options) {
  CLI::App* space = add_verb(app, options, "enum", "Print the space of all modes, or a part of it");
  space->add_option("--axes", options.axes, "Values of an axis: cores=2,4,6 (these), cpu=10 (ten, spread evenly)");
  space->add_option("--filter", options.filters, "Only modes for which this holds, as cpu>=1.2G (repeatable)")
      ->allow_extra_args(false);
  space->add_option("--sample", options.sample, "This many modes, drawn at random");
  space->add_option("--seed", options.seed, "Seed of --sample and --order random")->capture_default_str();
  space->add_option("--order", options.order, "up, down (every clock falls before it returns) or random")
      ->capture_default_str();
  space->add_option("--shard", options.shard, "K/N: every N-th row from the K-th on");
  cli::declare_rows(*space, options.rows);
  CLI::App* block = add_verb(app, options, "export", "Print a mode as a POWER_MODEL block for nvpmodel.conf");
  block->add_option("MODE", options.mode, "As for set")->required();
  block->add_option("--id", options.id, "ID of the block");
  block->add_option("--name", options.name, "NAME of the block");
  cli::declare_rows(*add_verb(app, options, "board", "Print the board's identity and software stack"), options.rows);
}

void declare_checks(CLI::App& app, Options& options) {
  CLI::App* verify = add_verb(app, options, "verify", "Check that the mode is in force; 1 and the knobs' names if not");
  verify->add_option("MODE", options.mode, "Default: the mode last set");
  CLI::App* watch = add_verb(app, options, "watch", "Print a row whenever a knob leaves the mode or returns to it");
  watch->add_option("MODE", options.mode, "Default: the mode last set");
  cli::add_duration(*watch, "-i,--interval", options.interval_ns, "Time between checks (default 1s)");
  watch->add_option("-n,--count", options.count, "Stop after N checks");
  cli::declare_rows(*watch, options.rows);
  for (CLI::App* verb : {verify, watch}) {
    verb->add_flag("--nearest", options.nearest, "Take the nearest table entry, however far");
    verb->add_flag("--pin", options.pin, "The mode is pinned");
    verb->add_flag("--cap", options.cap, "The mode is a cap")->excludes("--pin");
  }
  cli::add_duration(*verify, "--settle", options.settle_ns, "How long clocks may take to follow (default 1s)");
}

void declare_wait(CLI::App* verb, Options& options) {
  cli::add_duration(*verb, "--settle", options.settle_ns, "How long clocks may take to follow (default 1s)");
  cli::add_duration(*verb, "--wait", options.wait_ns, "Wait so long while another process holds the mode");
}

void declare_states(CLI::App& app, Options& options) {
  add_verb(app, options, "save", "Write the machine's whole state to FILE")
      ->add_option("FILE", options.file, "A new file, or one to replace")
      ->required();
  CLI::App* restore = add_verb(app, options, "restore", "Bring a saved state back");
  restore->add_option("FILE", options.file, "What `pmode save` wrote");
  restore->add_flag("--last", options.last, "The state before the latest change, also after a crash of pmode");
  declare_wait(restore, options);
  CLI::App* pin = add_verb(app, options, "pin", "DVFS off: every clock at the limit that is in force");
  CLI::App* unpin = add_verb(app, options, "unpin", "DVFS on: every clock from its lowest value up to that limit");
  for (CLI::App* verb : {pin, unpin}) {
    verb->add_flag("--keep", options.keep, "Leave the state as it is when a knob does not follow");
    declare_wait(verb, options);
  }
  CLI::App* hold = add_verb(app, options, "hold", "Keep others from setting modes while the command after -- runs");
  hold->add_flag("--as-root", options.as_root, "Below sudo, run the command as root instead of the calling user");
  cli::add_duration(*hold, "--wait", options.wait_ns, "Wait so long while another process holds the mode");
  CLI::App* bench = add_verb(app, options, "bench", "Measure how long switches between two modes take, per knob");
  bench->add_option("MODE", options.mode, "As for set")->required();
  bench->add_option("OTHER", options.mode_b, "As for set")->required();
  bench->add_option("--repeat", options.repeat, "Switches to each of the two")->capture_default_str();
  declare_wait(bench, options);
  cli::declare_rows(*bench, options.rows);
}

void declare_change(CLI::App* verb, Options& options) {
  verb->add_option("--governor", options.governor, "CPU governor");
  verb->add_option("--cpuidle", options.cpuidle, "Idle states: on or off")->check(CLI::IsMember({"on", "off"}));
  verb->add_option("--fan", options.fan, "max, auto, or a speed such as 60%");
  verb->add_flag("--nearest", options.nearest, "Take the nearest table entry, however far");
  verb->add_flag("--pin", options.pin, "Minimum = maximum, EMC locked (default for CORES/CPU/GPU/EMC)");
  verb->add_flag("--cap", options.cap, "Limit the clocks, keep DVFS (default for an id or name)")->excludes("--pin");
  declare_wait(verb, options);
}

void declare_setters(CLI::App& app, Options& options) {
  CLI::App* set = add_verb(app, options, "set", "Set a mode; prints nothing when all knobs follow");
  set->add_option("MODE", options.mode, "CORES/CPU/GPU/EMC, an id or name of `pmode list`, or @FILE");
  set->add_flag("--dry-run", options.dry_run, "Print the mode that would be set, write nothing");
  set->add_option("--modes", options.modes, "With --dry-run: check each mode in this file of rows");
  set->add_flag("--via-nvpmodel", options.via_nvpmodel, "Let nvpmodel set the id or name, then check it");
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
      {"get", get},       {"list", list},   {"axes", axes},   {"set", set},        {"run", run_under},
      {"hold", hold},     {"pin", pin},     {"unpin", unpin}, {"save", save},      {"restore", restore},
      {"verify", verify}, {"watch", watch}, {"board", board}, {"enum", enumerate}, {"export", export_mode},
      {"bench", bench}};
  return table;
}

}  // namespace

cli::About about() {
  cli::About about;
  about.name = "pmode";
  about.purpose = "Show, list and set the power mode: online cores, CPU, GPU and memory clocks";
  about.examples =
      "  pmode get                                 what was asked, what is in force\n"
      "  pmode set 4c/1.2G/900M/2133M              pin four cores and three clocks\n"
      "  pmode axes                                the clocks that this machine can take\n"
      "  pmode set -/-/max/-                       only the GPU, at its highest clock\n"
      "  pmode set MODE_30W                        a predefined mode, DVFS stays\n"
      "  pmode run 4c/1.2G/900M/2133M -- ./train.sh  and bring everything back afterwards\n";
  about.rows = {&io::knob_rows(),  &io::mode_rows(),  &io::predefined_mode_rows(), &io::axis_rows(),
                &io::board_rows(), &io::watch_rows(), &io::switch_rows()};
  about.wraps_command = true;
  return about;
}

void declare(CLI::App& app, Options& options) {
  declare_queries(app, options);
  declare_setters(app, options);
  declare_states(app, options);
  declare_checks(app, options);
  declare_space(app, options);
}

int run(const Options& options, cli::Context& context) {
  const auto verb = verbs().find(options.verb);
  if (verb == verbs().end()) throw usage_error("no verb", "see pmode --help");
  const bool wraps = options.verb == "run" || options.verb == "hold";
  if (!wraps && !context.command.empty())
    throw usage_error("-- " + context.command.front() + ": only run and hold take a command");
  return verb->second(options, context);
}

}  // namespace wattline::pmode
