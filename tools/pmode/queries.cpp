// SPDX-License-Identifier: Apache-2.0
// get, list, axes: questions that change nothing.
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/rows.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

std::string or_na(const std::string& text) {
  return text.empty() ? "NA" : text;
}

void warn_unreadable(cli::Context& context, const KnobReading& knob) {
  const bool optional = knob.knob == "emc" || knob.knob == "cpuidle" || knob.knob == "overcurrent";
  if (!optional && (!knob.max || !knob.current)) context.warn_once(knob.object, "present, but it cannot be read");
}

// A machine without the knob still has its row, so that readers find every knob.
void add_absent(std::vector<KnobReading>& knobs, const Machine& machine) {
  if (machine.cpus.policies.empty()) knobs.push_back({"cpu", "-", "", "kHz", {}, {}, {}, {}, "", "", "", false});
  if (!machine.gpu) knobs.push_back({"gpu", "-", "", "Hz", {}, {}, {}, {}, "", "", "", false});
  if (!machine.emc.exists()) knobs.push_back({"emc", "-", "", "Hz", {}, {}, {}, {}, "", "", "", false});
}

// The first predefined mode whose limits are the ones in force.
ModeName name_in_force(const Machine& machine) {
  try {
    const auto conf = read_conf(machine.root);
    if (!conf) return {};
    for (const ConfMode& mode : conf->modes) {
      if (is_active(machine, describe_mode(*conf, mode, &machine))) return {std::to_string(mode.id), mode.name};
    }
  } catch (const Error&) {
    // A broken mode file is reported where modes are asked for; the mode in force is known without it.
  }
  return {};
}

int get_mode_row(const Options& options, cli::Context& context, const Machine& machine) {
  cli::RowStream stream(context, options.rows, io::mode_rows());
  print_mode(stream.rows(), name_in_force(machine), current_mode(machine));
  note_different_clocks(context, machine, {}, "");
  return 0;
}

// What a mode says without a machine: open ends are "max".
std::string mode_text(const PredefinedMode& mode, const PowerMode& values) {
  const auto field = [](const std::optional<std::int64_t>& hz) {
    return hz ? to_string(PowerMode{{}, {}, hz, {}}) : "";
  };
  const auto clock = [&](const std::optional<std::int64_t>& hz) {
    const std::string text = field(hz);  // "-/-/900000k/-"
    return hz ? text.substr(4, text.size() - 6) : std::string("max");
  };
  const auto cpu_hz = values.cpu_khz ? std::optional<std::int64_t>(*values.cpu_khz * 1000) : std::nullopt;
  return std::to_string(values.cores.value_or(1)) + "c/" + clock(cpu_hz) + "/" + clock(values.gpu_hz) + "/" +
         (mode.sets_emc ? clock(values.emc_hz) : "-");
}

std::optional<std::int64_t> highest_cpu(const PredefinedMode& mode) {
  std::optional<std::int64_t> highest;
  for (const auto& [core, clock] : mode.cpu) {
    if (!clock.max) return std::nullopt;
    if (!highest || *clock.max > *highest) highest = clock.max;
  }
  return highest;
}

PowerMode values_of(const PredefinedMode& mode, const Machine* machine) {
  PowerMode values{mode.core_count(), highest_cpu(mode), mode.gpu.max, mode.emc_hz};
  if (machine == nullptr) return values;
  const MachineState target = platform::target_of(*machine, mode);
  values = mode_of(*machine, target);
  if (target.policies.empty()) values.cpu_khz.reset();
  if (!target.gpu) values.gpu_hz = mode.gpu.max;
  if (!target.emc) values.emc_hz = mode.emc_hz;
  return values;
}

void print_predefined(io::TsvWriter& rows, const PredefinedMode& mode, const Machine* machine,
                      const std::optional<int>& saved) {
  const PowerMode values = values_of(mode, machine);
  rows.integer(mode.id).text(mode.name).text(mode_text(mode, values));
  rows.integer(values.cores).integer(values.cpu_khz).integer(values.gpu_hz).integer(values.emc_hz);
  if (machine == nullptr) {
    rows.missing().missing().missing();
  } else {
    rows.integer(is_active(*machine, mode) ? 1 : 0);
    rows.integer(saved ? std::optional<std::int64_t>(*saved == mode.id) : std::nullopt);
    rows.text(changed_masks(*machine, mode).empty() ? "no" : "yes");
  }
  rows.number(mode.rated_w).end_row();
}

void print_axis(io::TsvWriter& rows, const char* knob, const char* unit, const std::vector<std::int64_t>& values) {
  if (values.empty()) rows.text(knob).text(unit).missing().end_row();
  for (const std::int64_t value : values) rows.text(knob).text(unit).integer(value).end_row();
}

// Names the wrong lines of the file and the modes that are left out for them.
void report_problems(cli::Context& context, const NvpmodelConf& conf) {
  for (const std::string& problem : conf.problems) context.warn(problem);
  std::vector<std::string> names;
  for (const BrokenConfMode& broken : conf.broken_modes) names.push_back(broken.mode.name);
  if (!names.empty()) context.warn("modes left out: " + join(names, ", "));
}

NvpmodelConf conf_from_file(const std::string& file) {
  const auto text = io::read_text(file);
  if (!text) throw os_error(file, errno);
  return parse_nvpmodel_conf(*text, file);
}

}  // namespace

void print_mode(io::TsvWriter& rows, const ModeName& called, const PowerMode& mode) {
  rows.text(called.id).text(called.name).text(to_string(mode));
  rows.integer(mode.cores).integer(mode.cpu_khz).integer(mode.gpu_hz).integer(mode.emc_hz).end_row();
}

void note_different_clocks(const cli::Context& context, const Machine& machine, const MachineState& state,
                           const std::string& mode_name) {
  const std::string text = describe_different_clocks(machine, state);
  if (!text.empty()) context.note((mode_name.empty() ? "" : mode_name + ": ") + text);
}

void print_knobs(cli::RowStream& stream, const Machine& machine, std::vector<KnobReading> knobs) {
  add_absent(knobs, machine);
  for (KnobReading& knob : read_surroundings(machine)) knobs.push_back(std::move(knob));
  io::TsvWriter& rows = stream.rows();
  for (const KnobReading& knob : knobs) {
    rows.text(knob.knob).text(knob.object).text(or_na(knob.cpus)).text(knob.unit);
    rows.integer(knob.asked).integer(knob.min).integer(knob.max).integer(knob.current);
    rows.text(or_na(knob.governor));
    rows.text(!knob.problem.empty() ? "deviates" : knob.verified ? "follows" : "NA");
    rows.text(or_na(knob.mechanism)).text(machine.root.source()).end_row();
  }
}

int get(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  if (options.one_row) return get_mode_row(options, context, machine);
  std::vector<KnobReading> knobs = read_knobs(machine, last_asked(machine));
  for (const KnobReading& knob : knobs) warn_unreadable(context, knob);
  cli::RowStream stream(context, options.rows, io::knob_rows());
  print_knobs(stream, machine, std::move(knobs));
  return 0;
}

int list(const Options& options, cli::Context& context) {
  std::optional<Machine> machine;
  if (options.conf.empty()) machine = find_machine(context.root);
  const auto conf = machine ? read_conf(context.root) : conf_from_file(options.conf);
  if (!conf) throw unavailable("this machine has no /etc/nvpmodel.conf", "name a file with --conf FILE");
  const auto saved = machine ? saved_mode_id(context.root) : std::nullopt;
  cli::RowStream stream(context, options.rows, io::predefined_mode_rows());
  const Machine* board = machine ? &*machine : nullptr;
  for (const ConfMode& mode : conf->modes) {
    const PredefinedMode described = describe_mode(*conf, mode, board);
    print_predefined(stream.rows(), described, board, saved);
    if (board) note_different_clocks(context, *board, platform::target_of(*board, described), mode.name);
  }
  report_problems(context, *conf);
  return 0;
}

int axes(const Options& options, cli::Context& context) {
  const ModeTables tables = mode_tables(find_machine(context.root));
  cli::RowStream stream(context, options.rows, io::axis_rows());
  print_axis(stream.rows(), "cores", "1", tables.cores);
  print_axis(stream.rows(), "cpu", "kHz", tables.cpu_khz);
  print_axis(stream.rows(), "gpu", "Hz", tables.gpu_hz);
  print_axis(stream.rows(), "emc", "Hz", tables.emc_hz);
  return 0;
}

}  // namespace wattline::pmode
