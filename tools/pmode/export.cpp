// SPDX-License-Identifier: Apache-2.0
// Prints a mode as a POWER_MODEL block for a mode file, so that making a mode and applying it stay two steps.
#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "platform/mode/predefined.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct ExportOptions {
  ModeOptions mode;
  int id = -1;
  std::string name;
};

void declare(cli::App& app, ExportOptions& options) {
  app.add_option("MODE", options.mode.mode, "As for set").required();
  app.add_option("--id", options.id, "ID of the block");
  app.add_option("--name", options.name, "NAME of the block");
}

// What the target says about the file at `path`; empty when it says nothing.
std::string value_for(const std::string& path, const Machine& machine,
                      const std::map<std::string, std::string>& values) {
  const auto direct = values.find(path);
  if (direct != values.end()) return direct->second;
  const KnobPath knob = knob_path(path);
  const auto lookup = [&](const std::string& file) { return values.count(file) ? values.at(file) : std::string(); };
  if (knob.core) {
    for (const CpuPolicy& policy : machine.cpus.policies) {
      for (const int cpu : policy.cpus) {
        if (cpu == *knob.core)
          return lookup(policy.file(ends_with(path, "max_freq") ? "scaling_max_freq" : "scaling_min_freq"));
      }
    }
  }
  if (knob.gpu_clock && machine.gpu)
    return lookup(machine.gpu->file(ends_with(path, "max_freq") ? "max_freq" : "min_freq"));
  if (knob.emc_cap) return lookup(machine.emc.cap_file);
  return "";
}

// A mode file has each id once.
void refuse_used_id(const NvpmodelConf& conf, const std::string& id) {
  const BrokenConfMode* broken = conf.find_broken_mode(id);
  const ConfMode* mode = broken != nullptr ? &broken->mode : conf.find_mode(id);
  if (mode == nullptr) return;
  throw usage_error("--id " + id + ": is the id of " + mode->name + " in /etc/nvpmodel.conf",
                    "choose one that `pmode list` does not show");
}

// The block follows the fullest mode of the board's own file line by line, so that parameter names and the fields that
// a mode does not set (masks, caps of other engines) are this board's and this release's.
int run(const ExportOptions& options, cli::Context& context) {
  if (options.id < 0 || options.name.empty()) throw usage_error("export requires --id N and --name NAME");
  if (options.name.find_first_of(" \t<>") != std::string::npos)
    throw usage_error("--name " + options.name + ": must not contain blanks or < >");
  const Machine machine = find_machine(context.root);
  const auto conf = read_conf(context.root);
  if (!conf) throw unavailable("this machine has no /etc/nvpmodel.conf, which the block would follow");
  refuse_used_id(*conf, std::to_string(options.id));
  if (conf->modes.empty()) throw data_error("no mode that the block could follow: " + conf->problems.front());
  const auto says_less = [](const ConfMode& a, const ConfMode& b) { return a.settings.size() < b.settings.size(); };
  const ConfMode& pattern = *std::max_element(conf->modes.begin(), conf->modes.end(), says_less);
  std::map<std::string, std::string> values;
  for (const PathValue& line : to_attributes(machine, resolve_target(context, machine, options.mode)))
    values[line.path] = line.value;
  std::string block = "< POWER_MODEL ID=" + std::to_string(options.id) + " NAME=" + options.name + " >\n";
  for (const ConfSetting& setting : pattern.settings) {
    const std::string path = setting_path(*conf, setting, machine);
    const std::string value = value_for(path, machine, values);
    if (value == "NA") continue;  // a cluster that is off is left out, as the vendor's files do
    block += setting.parameter + " " + setting.argument + " " + (value.empty() ? setting.value : value) + "\n";
  }
  context.out.write(block);
  return 0;
}

}  // namespace

cli::Subcommand export_subcommand() {
  return cli::subcommand("export", "Print a mode as a POWER_MODEL block for nvpmodel.conf", declare, run);
}

}  // namespace wattline::pmode
