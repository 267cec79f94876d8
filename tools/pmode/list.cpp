// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"
#include "io/input.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/cluster_note.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr std::int64_t kHzPerKhz = 1000;

struct ListOptions {
  std::string conf;  // empty = the board's
  cli::RowOptions rows;
};

void declare(cli::App& app, ListOptions& options) {
  app.add_option("--conf", options.conf, "Read FILE instead of the board's /etc/nvpmodel.conf; needs no board");
  cli::declare_rows(app, options.rows);
}

std::string clock_text(const std::optional<std::int64_t>& clock, std::int64_t hz_per_unit) {
  return clock ? format_frequency(*clock * hz_per_unit) : "max";
}

// A clock without a limit is "max".
std::string mode_text(const PredefinedMode& mode, const PowerMode& values) {
  return std::to_string(values.cores.value_or(1)) + "c/" + clock_text(values.cpu_khz, kHzPerKhz) + "/" +
         clock_text(values.gpu_hz, 1) + "/" + (mode.sets_emc ? clock_text(values.emc_hz, 1) : "-");
}

std::optional<std::int64_t> highest_cpu(const PredefinedMode& mode) {
  std::optional<std::int64_t> highest;
  for (const auto& [core, clock] : mode.cpu) {
    if (!clock.max) return std::nullopt;
    if (!highest || *clock.max > *highest) highest = clock.max;
  }
  return highest;
}

// What the mode sets; a clock that it leaves alone, or without a limit where no machine has a table, is empty.
PowerMode values_of(const PredefinedMode& mode, const Machine* machine) {
  PowerMode values{mode.core_count(), highest_cpu(mode), mode.gpu.max, mode.emc_hz};
  if (machine == nullptr) return values;
  const MachineState target = target_of_predefined(*machine, mode);
  values = mode_of(*machine, target);
  if (target.policies.empty()) values.cpu_khz.reset();
  if (!target.gpu) values.gpu_hz = mode.gpu.max;
  if (!target.emc) values.emc_hz = mode.emc_hz;
  return values;
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
  for (const ConfMode& mode : conf->modes) {
    const PredefinedMode described = describe_mode(*conf, mode, machine);
    predefined_mode_rows().write(stream.rows(), row_of(described, machine, saved));
    if (machine) note_different_clocks(context, *machine, target_of_predefined(*machine, described), mode.name);
  }
  report_problems(context, *conf);
  return 0;
}

}  // namespace

cli::Subcommand list_subcommand() {
  return cli::subcommand("list", "Print the predefined modes", declare, run);
}

}  // namespace wattline::pmode
