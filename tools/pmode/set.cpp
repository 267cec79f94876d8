// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/child.hpp"
#include "platform/mode/mode_of.hpp"
#include "pmode/change.hpp"
#include "pmode/check.hpp"
#include "pmode/cluster_note.hpp"
#include "pmode/knob_printer.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct SetOptions : ChangeOptions {
  std::string modes;   // with dry_run: a file of rows
  std::string before;  // a file with a state
  bool dry_run = false, keep = false, via_nvpmodel = false;
};

void declare(cli::App& app, SetOptions& options) {
  app.add_option("MODE", options.mode.mode, "CORES/CPU/GPU/EMC, an id or name of `pmode list`, or @FILE");
  app.add_flag("--dry-run", options.dry_run, "Print the mode that would be set, write nothing");
  app.add_option("--modes", options.modes, "With --dry-run: as `pmode check FILE`, which replaces it");
  app.add_flag("--via-nvpmodel", options.via_nvpmodel, "Let nvpmodel set the id or name, then check it");
  app.add_flag("--keep", options.keep, "Leave the state as it is when a knob does not follow");
  declare_before(app, options.before);
  declare_change(app, options);
  exclude(app, "--dry-run", {"--keep", "--before", "--settle", "--wait", "--via-nvpmodel"});
  exclude(app, "--via-nvpmodel",
          {"--nearest", "--pin", "--governor", "--cpuidle", "--fan"});  // nvpmodel sets the mode alone
  app.option("--modes").needs(app.option("--dry-run"));
  exclude(app, "--modes", {"--pin", "--cap", "--governor", "--cpuidle", "--fan"});
}

ModeRow row_of(const Machine& machine, const ModeArgument& argument) {
  ModeRow row{{}, {}, mode_of(machine, argument.target)};
  if (!argument.predefined) return row;
  row.id = std::to_string(argument.predefined->id);
  row.name = argument.predefined->name;
  return row;
}

int dry_run(const SetOptions& options, cli::Context& context) {
  const Machine machine = machine_with_knobs(context.root);
  const ModeArgument argument = resolve_argument(machine, options.mode, options.knobs);
  cli::RowStream stream(context, options.rows, mode_rows().kind());
  mode_rows().write(stream.rows(), row_of(machine, argument));
  for (const std::string& note : argument.notes) context.note(note);
  note_different_clocks(context, machine, argument.target);
  for (const MissingSetting& setting : argument.target.missing)
    context.warn(setting.name + ": " + setting.path + ": no such file");
  return 0;
}

io::Child spawn_nvpmodel(const std::vector<std::string>& argv, const io::SpawnOptions& spawn) {
  try {
    return io::Child::spawn(argv, spawn);
  } catch (const Error& error) {
    if (error.code() != ExitCode::not_found) throw;
    throw unavailable("--via-nvpmodel: this machine has no program nvpmodel",
                      "without --via-nvpmodel, pmode sets the mode itself until the next boot");
  }
}

// nvpmodel also remembers the mode for the next boot. Returns what went wrong.
std::string call_nvpmodel(const ConfMode& mode) {
  io::SpawnOptions spawn;
  spawn.null_stdin = true;  // it would ask whether to reboot
  const int status = spawn_nvpmodel({"nvpmodel", "-m", std::to_string(mode.id)}, spawn).wait();
  return status == 0 ? "" : "nvpmodel ended with status " + std::to_string(status);
}

void check(const SetOptions& options, const cli::Context& context) {
  if (options.via_nvpmodel && !context.root.is_host()) {
    throw usage_error("--via-nvpmodel cannot be combined with --root", "nvpmodel sets the modes of this machine only");
  }
  const bool has_mode = !options.mode.mode.empty();
  if (!has_mode && options.modes.empty() && !options.knobs.any()) {
    throw usage_error("set requires a MODE",
                      "for example 4c/1.2G/900M/2133M; `pmode axes` prints this machine's clocks");
  }
  if (has_mode && !options.modes.empty()) throw usage_error("set: MODE cannot be combined with --modes");
  const bool prints = options.dry_run || context.verbosity > 0 || !options.rows.output.empty();
  check_rows_wanted(options.rows, prints, "add -v, or -o FILE");
}

int run(const SetOptions& options, cli::Context& context) {
  check(options, context);
  if (!options.modes.empty()) {
    context.note("`pmode set --dry-run --modes FILE` is now `pmode check FILE`");
    return check_modes({options.modes, options.mode, options.rows}, context);
  }
  if (options.dry_run) return dry_run(options, context);
  Change change(context, options.wait);
  const ModeArgument argument = resolve_argument(change.machine(), options.mode, options.knobs);
  for (const std::string& note : argument.notes) context.note(note);
  Change::Rules rules{options.keep, true, options.before};
  if (options.via_nvpmodel) {
    if (!argument.predefined) throw usage_error("--via-nvpmodel: '" + options.mode.mode + "' is not a predefined mode");
    rules.instead = [&] { return call_nvpmodel(*argument.predefined); };
  }
  std::optional<cli::RowStream> stream;  // opened first, so that a wrong output changes nothing
  if (context.verbosity > 0 || !options.rows.output.empty()) stream.emplace(context, options.rows, knob_rows().kind());
  change.make(argument.target, rules);
  if (stream) print_knobs(*stream, change.machine(), change.knobs());
  return 0;
}

}  // namespace

cli::Subcommand set_subcommand() {
  return cli::subcommand("set", "Set a mode, and check that every knob follows", declare, run);
}

}  // namespace wattline::pmode
