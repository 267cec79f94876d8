// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"
#include "io/rows.hpp"
#include "io/tsv_reader.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

// The mode that the machine would be in: the target where it has a say, else what is in force.
PowerMode mode_after(const Machine& machine, const MachineState& target) {
  PowerMode mode = current_mode(machine);
  if (!target.online.empty()) mode.cores = static_cast<std::int64_t>(target.online.size());
  for (const auto& [name, clock] : target.policies) {
    if (clock.max) mode.cpu_khz = clock.max;
  }
  if (target.gpu && target.gpu->max) mode.gpu_hz = target.gpu->max;
  if (target.emc) mode.emc_hz = cap_rate(machine.emc, *target.emc);
  return mode;
}

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
  const auto id = reader.find("id");
  const auto cpu = find_clock(reader, "cpu"), gpu = find_clock(reader, "gpu"), emc = find_clock(reader, "emc");
  while (reader.next()) {
    ModeRequest request;
    if (const auto count = reader.integer(cores)) request.cores = {Field::Kind::value, *count};
    request.cpu = field_of(reader, cpu);
    request.gpu = field_of(reader, gpu);
    request.emc = field_of(reader, emc);
    const PowerMode mode = resolve_mode(request, tables, current, options.nearest);
    print_mode(rows, id ? std::string(reader.field(*id)) : "NA", "NA", mode);
  }
}

int dry_run(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  if (options.modes.empty()) {
    const PowerMode mode = mode_after(machine, resolve_target(machine, options));
    cli::RowStream stream(context, options.rows, io::mode_rows());
    print_mode(stream.rows(), "NA", "NA", mode);
    return 0;
  }
  cli::RowStream stream(context, options.rows, io::mode_rows());
  dry_run_rows(options, machine, stream.rows());
  return 0;
}

}  // namespace

int set(const Options& options, cli::Context& context) {
  if (options.mode.empty() == options.modes.empty())
    throw usage_error("set: name one MODE", "or --dry-run --modes FILE");
  if (options.dry_run) return dry_run(options, context);
  if (!options.modes.empty()) throw usage_error("--modes: needs --dry-run", "pmsweep runs a list of modes");
  Change change(context, options);
  change.make(resolve_target(change.machine(), options));
  if (context.verbosity > 0 || !options.rows.output.empty()) {
    cli::RowStream stream(context, options.rows, io::knob_rows());
    print_knobs(stream, change.knobs(), context.root.source());
  }
  return 0;
}

}  // namespace wattline::pmode
