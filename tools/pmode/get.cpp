// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/attribute.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/change.hpp"
#include "pmode/cluster_note.hpp"
#include "pmode/knob_printer.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct GetOptions {
  bool one_row = false;
  cli::RowOptions rows;
};

void declare(cli::App& app, GetOptions& options) {
  app.add_flag("--mode", options.one_row, "Print the current mode as one row instead");
  cli::declare_rows(app, options.rows);
}

// A limit, and for a row of its own the value, that exists but may not be read.
void warn_unreadable(cli::Context& context, const KnobReading& knob, bool one_row) {
  const bool optional = knob.knob == Knob::emc || knob.knob == Knob::cpuidle || knob.knob == Knob::overcurrent;
  const bool clock = knob.knob == Knob::cpu || knob.knob == Knob::gpu;
  if (one_row && (!clock || knob.max)) return;
  if (!optional && (!knob.max || !knob.current)) context.warn_once(knob.object, "present, but it cannot be read");
}

// On releases before r36, only root and the board's own group may read the limit of the memory clock.
void warn_hidden_cap(cli::Context& context, const Machine& machine) {
  const std::string& file = machine.emc.cap_file;
  const int error = file.empty() ? 0 : io::try_text(machine.root.path(file)).error;
  if (error != EACCES && error != EPERM) return;
  context.warn_once(file, "exists, but only root or its group may read it");
}

// The current mode, named after the first predefined mode whose limits are the ones in force.
ModeRow current_row(const Machine& machine) {
  ModeRow row{{}, {}, current_mode(machine)};
  try {
    const auto conf = read_conf(machine.root);
    if (!conf) return row;
    for (const ConfMode& mode : conf->modes) {
      if (is_active(machine, describe_mode(*conf, mode, &machine)))
        return {std::to_string(mode.id), mode.name, row.mode};
    }
  } catch (const Error&) {
    // A broken mode file is reported where modes are asked for; the current mode is known without it.
  }
  return row;
}

// A PC without cpufreq, or a virtual machine, says why its rows are NA.
void note_lacking(const cli::Context& context, const Machine& machine) {
  std::vector<std::string> lacks;
  if (machine.cpus.policies.empty()) lacks.emplace_back("no CPU clocks (cpufreq)");
  if (!machine.gpu) lacks.emplace_back("no GPU clock (devfreq)");
  if (!machine.emc.exists()) lacks.emplace_back("no memory clock (EMC)");
  if (lacks.empty()) return;
  context.note("this machine has " + std::to_string(machine.cpus.order.size()) + " cores, but " + join(lacks, ", "));
}

int run(const GetOptions& options, cli::Context& context) {
  const Machine machine = machine_with_knobs(context.root);
  std::vector<KnobReading> knobs = read_knobs(machine, last_asked(machine));
  for (const KnobReading& knob : knobs) warn_unreadable(context, knob, options.one_row);
  warn_hidden_cap(context, machine);
  if (options.one_row) {
    const CurrentModeRow row{std::chrono::nanoseconds(context.clock.time_ns()), current_row(machine)};
    cli::RowStream stream(context, options.rows, current_mode_rows().kind());
    current_mode_rows().write(stream.rows(), row);
    note_lacking(context, machine);
    note_different_clocks(context, machine, {});
    return 0;
  }
  note_lacking(context, machine);
  cli::RowStream stream(context, options.rows, knob_rows().kind());
  print_knobs(stream, machine, std::move(knobs));
  return 0;
}

}  // namespace

cli::Subcommand get_subcommand() {
  return cli::subcommand("get", "Print the value asked for and the value in force of each knob", declare, run);
}

}  // namespace wattline::pmode
