// SPDX-License-Identifier: Apache-2.0
#include "joules/measure_command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>

#include "base/error.hpp"
#include "cli/messages.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"
#include "io/meta.hpp"
#include "io/regular_file.hpp"
#include "io/tsv_reader.hpp"
#include "joules/command_energy.hpp"
#include "joules/command_report.hpp"
#include "measure/idle_board.hpp"
#include "measure/temporary_folder.hpp"

namespace wattline::joules {

namespace {

bool is_counted(const CommandRuns& runs, double mono_s) {
  for (const CommandRun& run : runs.runs) {
    if (run.phase == RunPhase::run && run.start_s < mono_s && mono_s <= run.end_s) return true;
  }
  return false;
}

// From the rows of loadlog during the counted runs.
void read_load(const CommandRuns& runs, const std::string& path, BoardUse& use) {
  if (!fs::exists(path)) return;  // the command was faster than loadlog
  io::TsvReader load(path);
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
}

BoardUse use_of(const CommandRuns& runs, const measure::TemporaryFolder& folder, cli::Context& context) {
  BoardUse use;
  try {
    read_load(runs, folder.file("load"), use);
  } catch (const Error& error) {  // also a file that loadlog had only begun
    context.info(error.what());
  }
  if (!runs.unmetered.empty()) return use;
  for (const auto& [name, value] : io::read_meta(folder.file("power.meta"))) {
    if (name == "mode_start") use.mode = value;
  }
  return use;
}

// Before the command, which may take hours.
void check_writable(const std::string& path) {
  if (path.empty()) return;
  const io::AsCaller rights;
  const fs::path folder = fs::path(path).parent_path();
  const std::string place = fs::exists(path) ? path : folder.empty() ? "." : folder.string();
  if (::faccessat(AT_FDCWD, place.c_str(), W_OK, AT_EACCESS) == 0) return;
  const int error = errno;
  throw Error(ExitCode::io, os_error(path, error).what(), "name a file that can be written, in a folder that exists");
}

// Counters that only root may read have rows without power.
void note_refused(const std::string& messages, const cli::Context& context) {
  for (const std::string& text : cli::warnings_in(messages)) {
    if (text.find("Permission denied") == std::string::npos) continue;
    context.note("no power: " + text +
                 ": `sudo joules -- COMMAND` measures, and runs the command as you; or once per boot " +
                 "`sudo chmod a+r /sys/class/powercap/*/energy_uj`");
    return;
  }
}

}  // namespace

int measure_command(const Options& options, cli::Context& context) {
  if (options.command.progress.given) io::Signals::survive_broken_pipes();
  check_writable(options.rows.output);
  check_writable(options.command.log);
  const measure::IdleBoard board(context);
  const measure::TemporaryFolder folder("joules");
  const std::string log = options.command.log.empty() ? folder.file("power") : options.command.log;
  CommandReport report{0, run_measured(options, context, folder.path(), log), {}, {}};
  const bool metered = report.runs.unmetered.empty();
  board.note();
  if (!metered) context.note("no power: " + report.runs.unmetered);
  if (report.runs.no_counter) {
    context.note("the output of the command has no progress counter such as 120/3125: " +
                 cli::no_counter_hint(options.command.progress));
  }
  if (metered) note_refused(io::text_of_regular_file(folder.file("powerlog.log")), context);
  if (metered && !options.command.log.empty()) io::write_meta(log + ".meta", io::read_meta(folder.file("power.meta")));
  Options present = options;
  if (metered) present.rails = rails_in_log(log, options.rails, context);
  report.asked = present.rails.size();
  report.energies = energies_of_runs(present, context, report.runs, folder.path(), metered ? log : "");
  if (context.verbosity > 0) report.use = use_of(report.runs, folder, context);
  if (context.verbosity >= 0) std::cerr << to_text(report);
  return report.runs.status;
}

}  // namespace wattline::joules
