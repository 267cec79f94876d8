// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/input.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/cluster_note.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct ListOptions {
  std::string conf;  // empty = the board's
  cli::RowOptions rows;
};

void declare(cli::App& app, ListOptions& options) {
  app.add_option("--conf", options.conf, "Read FILE instead of the board's /etc/nvpmodel.conf; needs no board");
  cli::declare_rows(app, options.rows);
}

std::optional<std::int64_t> highest_cpu(const PredefinedMode& mode) {
  std::optional<std::int64_t> highest;
  for (const auto& [core, clock] : mode.cpu) {
    if (!clock.max) return std::nullopt;
    if (!highest || *clock.max > *highest) highest = clock.max;
  }
  return highest;
}

// What the mode sets. A clock that it leaves alone, or without a limit where no machine has a table, is empty, and so
// is the number of cores where only the machine knows it.
PowerMode values_of(const PredefinedMode& mode, const Machine* machine) {
  PowerMode values{mode.core_count, highest_cpu(mode), mode.gpu.max, mode.emc_hz};
  if (machine == nullptr) return values;
  const MachineState target = target_of_predefined(*machine, mode);
  const PowerMode then = mode_of(*machine, target);
  values.cores = then.cores;
  if (!target.policies.empty()) values.cpu_khz = then.cpu_khz;
  if (target.gpu && target.gpu->max) values.gpu_hz = then.gpu_hz;
  if (target.emc) values.emc_hz = then.emc_hz;
  return values;
}

// A clock without a limit is "max", and what the mode leaves alone is "-".
std::string mode_text(const PredefinedMode& mode, const PowerMode& values) {
  const auto field = [](bool sets) { return Field{sets ? Field::Kind::max : Field::Kind::keep, 0}; };
  ModeRequest request{{}, field(!mode.cpu.empty()), field(mode.sets_gpu), field(mode.sets_emc)};
  return to_string(request_of_row(values, to_string(request)));
}

PredefinedModeRow row_of(const PredefinedMode& mode, const Machine* machine, const std::optional<int>& saved) {
  PredefinedModeRow row;
  row.mode = {std::to_string(mode.id), mode.name, values_of(mode, machine)};
  row.text = mode_text(mode, row.mode.mode);
  row.rated_w = mode.rated_w;
  if (machine == nullptr) return row;
  row.active = is_active(*machine, mode);
  if (saved) row.saved = *saved == mode.id;
  row.reboot = changed_masks(*machine, mode).empty() ? "no" : "yes";
  return row;
}

// Names the wrong lines of the file and the modes that are left out for them.
void report_problems(cli::Context& context, const NvpmodelConf& conf) {
  for (const std::string& problem : conf.problems) context.warn(problem);
  std::vector<std::string> names;
  for (const BrokenConfMode& broken : conf.broken_modes) names.push_back(broken.mode.name);
  if (!names.empty()) context.warn("modes left out: " + join(names, ", "));
}

int run(const ListOptions& options, cli::Context& context) {
  std::optional<Machine> found;
  if (options.conf.empty()) found = find_machine(context.root);
  const Machine* machine = found ? &*found : nullptr;
  const auto conf =
      machine ? read_conf(context.root) : parse_nvpmodel_conf(io::read_whole_input(options.conf), options.conf);
  if (!conf) throw unavailable("this machine has no /etc/nvpmodel.conf", "name a file with --conf FILE");
  const auto saved = machine ? saved_mode_id(context.root) : std::nullopt;
  cli::RowStream stream(context, options.rows, predefined_mode_rows().kind());
  std::vector<std::string> rounded;
  for (const ConfMode& mode : conf->modes) {
    const PredefinedMode described = describe_mode(*conf, mode, machine);
    predefined_mode_rows().write(stream.rows(), row_of(described, machine, saved));
    if (!machine) continue;
    note_different_clocks(context, *machine, target_of_predefined(*machine, described), mode.name);
    const std::string clock = rounded_gpu_clock(*machine, described);
    if (!clock.empty()) rounded.push_back(clock);
  }
  if (!rounded.empty()) context.note(kRounded + join(rounded, ", "));
  report_problems(context, *conf);
  return 0;
}

}  // namespace

cli::Subcommand list_subcommand() {
  return cli::subcommand("list", "Print the predefined modes", declare, run);
}

}  // namespace wattline::pmode
