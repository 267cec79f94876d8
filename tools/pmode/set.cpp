// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/child.hpp"
#include "io/tsv_reader.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/change.hpp"
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
  app.add_option("--modes", options.modes, "With --dry-run: check each mode in this file of rows");
  app.add_flag("--via-nvpmodel", options.via_nvpmodel, "Let nvpmodel set the id or name, then check it");
  app.add_flag("--keep", options.keep, "Leave the state as it is when a knob does not follow");
  declare_before(app, options.before);
  declare_change(app, options);
}

Field field_of(const io::TsvReader& reader, const std::optional<io::ClockColumn>& clock) {
  const auto value = clock ? reader.number(clock->column) : std::nullopt;
  if (!value) return {};
  return {Field::Kind::value, static_cast<std::int64_t>(*value * clock->hz_per_unit + 0.5)};
}

void check_modes(const SetOptions& options, const Machine& machine, io::TsvWriter& rows) {
  const ModeTables tables = mode_tables(machine);
  const PowerMode current = current_mode(machine);
  io::TsvReader reader(options.modes);
  const std::size_t cores = reader.require("cores");
  const auto id = reader.find("id"), name = reader.find("name");
  const auto text = [&](const auto& column) {
    return column ? std::optional<std::string>(reader.field(*column)) : std::nullopt;
  };
  const auto cpu = find_clock(reader, "cpu"), gpu = find_clock(reader, "gpu"), emc = find_clock(reader, "emc");
  while (reader.next()) {
    ModeRequest request;
    if (const auto count = reader.integer(cores)) request.cores = {Field::Kind::value, *count};
    request.cpu = field_of(reader, cpu);
    request.gpu = field_of(reader, gpu);
    request.emc = field_of(reader, emc);
    mode_rows().write(rows, {text(id), text(name), mode_asked(request, tables, current, options.mode)});
  }
}

// Without id and name unless MODE is a predefined mode.
ModeRow row_of(const Machine& machine, const std::string& mode, const MachineState& target) {
  ModeRow row{{}, {}, mode_of(machine, target)};
  const bool by_name = !mode.empty() && mode[0] != '@' && !parse_mode_request(mode);
  const auto conf = by_name ? read_conf(machine.root) : std::nullopt;
  if (const ConfMode* predefined = conf ? conf->find_mode(mode) : nullptr) {
    row.id = std::to_string(predefined->id);
    row.name = predefined->name;
  }
  return row;
}

int dry_run(const SetOptions& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  if (!options.modes.empty()) {
    cli::RowStream stream(context, options.rows, mode_rows().kind());
    check_modes(options, machine, stream.rows());
    return 0;
  }
  const MachineState target = resolve_target(machine, options.mode, options.knobs);
  const ModeRow row = row_of(machine, options.mode.mode, target);
  cli::RowStream stream(context, options.rows, mode_rows().kind());
  mode_rows().write(stream.rows(), row);
  note_different_clocks(context, machine, target);
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
std::string call_nvpmodel(const Machine& machine, const std::string& id_or_name) {
  const auto conf = read_conf(machine.root);
  const ConfMode* mode = conf ? conf->find_mode(id_or_name) : nullptr;
  if (mode == nullptr) throw usage_error("--via-nvpmodel: '" + id_or_name + "' is not a predefined mode");
  io::SpawnOptions spawn;
  spawn.null_stdin = true;  // it would ask whether to reboot
  const int status = spawn_nvpmodel({"nvpmodel", "-m", std::to_string(mode->id)}, spawn).wait();
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
  if (!options.modes.empty() && !options.dry_run) {
    throw usage_error("--modes requires --dry-run", "pmsweep runs a list of modes");
  }
}

int run(const SetOptions& options, cli::Context& context) {
  check(options, context);
  if (options.dry_run) return dry_run(options, context);
  Change change(context, options.wait);
  const MachineState target = resolve_target(change.machine(), options.mode, options.knobs);
  Change::Rules rules{options.keep, true, options.before};
  if (options.via_nvpmodel) rules.instead = [&] { return call_nvpmodel(change.machine(), options.mode.mode); };
  std::optional<cli::RowStream> stream;  // opened first, so that a wrong output changes nothing
  if (context.verbosity > 0 || !options.rows.output.empty()) stream.emplace(context, options.rows, knob_rows().kind());
  change.make(target, rules);
  if (stream) print_knobs(*stream, change.machine(), change.knobs());
  return 0;
}

}  // namespace

cli::Subcommand set_subcommand() {
  return cli::subcommand("set", "Set a mode, and check that every knob follows", declare, run);
}

}  // namespace wattline::pmode
