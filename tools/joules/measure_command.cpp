// SPDX-License-Identifier: Apache-2.0
#include "joules/measure_command.hpp"

#include <iostream>

#include "io/meta.hpp"
#include "io/tsv_reader.hpp"
#include "joules/command_energy.hpp"
#include "joules/command_report.hpp"
#include "measure/temporary_folder.hpp"
#include "platform/load/emulated_workloads.hpp"

namespace wattline::joules {

namespace {

bool is_counted(const CommandRuns& runs, double mono_s) {
  for (const CommandRun& run : runs.runs) {
    if (run.phase == RunPhase::run && run.start_s < mono_s && mono_s <= run.end_s) return true;
  }
  return false;
}

// From the rows of loadlog during the counted runs, and what powerlog says of the mode.
BoardUse use_of(const CommandRuns& runs, const measure::TemporaryFolder& folder) {
  BoardUse use;
  io::TsvReader load(folder.file("load"));
  const std::size_t mono = load.require("mono_s");
  const std::pair<std::size_t, Running*> columns[] = {{load.require("cpu_pct"), &use.cpu_pct},
                                                      {load.require("gpu_pct"), &use.gpu_pct},
                                                      {load.require("oc_events"), &use.over_current_events}};
  while (load.next()) {
    const auto mono_s = load.number(mono);
    if (!mono_s || !is_counted(runs, *mono_s)) continue;
    for (const auto& [column, values] : columns) {
      if (const auto value = load.number(column)) values->add(*value);
    }
  }
  if (!runs.unmetered.empty()) return use;
  for (const auto& [name, value] : io::read_meta(folder.file("power.meta"))) {
    if (name == "mode_start") use.mode = value;
  }
  return use;
}

}  // namespace

int measure_command(const Options& options, cli::Context& context) {
  const auto workloads = platform::read_emulated_workloads(context.root);
  const measure::TemporaryFolder folder("joules");
  const std::string log = options.command.log.empty() ? folder.file("power") : options.command.log;
  CommandReport report{options.rails.size(), run_measured(options, context, folder.path(), log), {}, {}};
  const bool metered = report.runs.unmetered.empty();
  if (platform::was_idle(workloads, platform::read_emulated_workloads(context.root)))
    context.note("the emulated board was idle meanwhile: mount it with --load host to make it as busy as this machine");
  if (!metered) context.note("no power: " + report.runs.unmetered);
  if (metered && !options.command.log.empty()) io::write_meta(log + ".meta", io::read_meta(folder.file("power.meta")));
  report.energies = energies_of_runs(options, context, report.runs, folder.path(), metered ? log : "");
  if (context.verbosity > 0) report.use = use_of(report.runs, folder);
  if (context.verbosity >= 0) std::cerr << to_text(report);
  return report.runs.status;
}

}  // namespace wattline::joules
