// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "io/tsv_reader.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

Field field_of(const io::TsvReader& reader, const std::optional<io::ClockColumn>& clock) {
  const auto value = clock ? reader.number(clock->column) : std::nullopt;
  if (!value) return {};
  return {Field::Kind::value, static_cast<std::int64_t>(*value * clock->hz_per_unit + 0.5)};
}

void dry_run_rows(const Options& options, const Machine& machine, io::TsvWriter& rows) {
  const ModeTables tables = mode_tables(machine);
  const PowerMode current = current_mode(machine);
  io::TsvReader reader(options.modes);
  const std::size_t cores = reader.require("cores");
  const auto id = reader.find("id"), name = reader.find("name");
  const auto text = [&](const auto& column) { return column ? std::string(reader.field(*column)) : "NA"; };
  const auto cpu = find_clock(reader, "cpu"), gpu = find_clock(reader, "gpu"), emc = find_clock(reader, "emc");
  while (reader.next()) {
    ModeRequest request;
    if (const auto count = reader.integer(cores)) request.cores = {Field::Kind::value, *count};
    request.cpu = field_of(reader, cpu);
    request.gpu = field_of(reader, gpu);
    request.emc = field_of(reader, emc);
    const PowerMode mode = resolve_mode(request, tables, current, options.nearest);
    print_mode(rows, {text(id), text(name)}, mode);
  }
}

int dry_run(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  if (options.modes.empty()) {
    const MachineState target = resolve_target(machine, options);
    // A broken mode file is reported where its modes are asked for.
    const bool by_name = !options.mode.empty() && options.mode[0] != '@' && !parse_mode_request(options.mode);
    const auto conf = by_name ? read_conf(machine.root) : std::nullopt;
    cli::RowStream stream(context, options.rows, io::mode_rows());
    const ConfMode* predefined = conf ? conf->find_mode(options.mode) : nullptr;
    const ModeName called = predefined ? ModeName{std::to_string(predefined->id), predefined->name} : ModeName{};
    print_mode(stream.rows(), called, mode_of(machine, target));
    note_different_clocks(context, machine, target, "");
    return 0;
  }
  cli::RowStream stream(context, options.rows, io::mode_rows());
  dry_run_rows(options, machine, stream.rows());
  return 0;
}

// nvpmodel also remembers the mode for the next boot. Returns what went wrong.
std::string call_nvpmodel(const Machine& machine, const std::string& id_or_name) {
  if (!machine.root.is_host()) throw unavailable("--via-nvpmodel: nvpmodel knows no other root");
  const auto conf = read_conf(machine.root);
  const ConfMode* mode = conf ? conf->find_mode(id_or_name) : nullptr;
  if (mode == nullptr) throw usage_error("--via-nvpmodel: '" + id_or_name + "' is not a predefined mode");
  io::SpawnOptions spawn;
  spawn.null_stdin = true;  // it would ask whether to reboot
  const int status = io::Child::spawn({"nvpmodel", "-m", std::to_string(mode->id)}, spawn).wait();
  return status == 0 ? "" : "nvpmodel ended with status " + std::to_string(status);
}

}  // namespace

int set(const Options& options, cli::Context& context) {
  const bool sides = !options.governor.empty() || !options.cpuidle.empty() || !options.fan.empty();
  if (options.mode.empty() && options.modes.empty() && !sides) {
    throw usage_error("set: nothing to set",
                      "name a MODE such as 4c/1.2G/900M/2133M; `pmode axes` prints this machine's clocks");
  }
  if (!options.mode.empty() && !options.modes.empty()) throw usage_error("set: one MODE or --modes FILE, not both");
  if (options.dry_run) return dry_run(options, context);
  if (!options.modes.empty()) throw usage_error("--modes: needs --dry-run", "pmsweep runs a list of modes");
  Change change(context, options);
  const MachineState target = resolve_target(change.machine(), options);
  Change::Rules rules{options.keep};
  if (options.via_nvpmodel) rules.instead = [&] { return call_nvpmodel(change.machine(), options.mode); };
  change.make(target, rules);
  if (context.verbosity > 0 || !options.rows.output.empty()) {
    cli::RowStream stream(context, options.rows, io::knob_rows());
    print_knobs(stream, change.machine(), change.knobs());
  }
  return 0;
}

}  // namespace wattline::pmode
