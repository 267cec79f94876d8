// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/predefined.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "platform/board/boards.hpp"

namespace wattline::platform {

namespace {

const std::string kConf = "/etc/nvpmodel.conf";
const std::string kStatus = "/var/lib/nvpmodel/status";
const std::string kKnext = "_KNEXT";

// "DIRECTORY/hwmon*/FILE" -> the file of the one hwmon folder there.
std::string resolve_hwmon(const io::Root& root, const std::string& path) {
  const std::size_t star = path.find("hwmon*");
  if (star == std::string::npos) return path;
  for (const std::string& name : io::list_directory(root.path(path.substr(0, star)))) {
    const std::string candidate = path.substr(0, star) + name + path.substr(star + 6);
    if (name.compare(0, 5, "hwmon") == 0 && io::exists(root.path(candidate))) return candidate;
  }
  return path;
}

// r32 to r35 use the plain path, later releases that of the parameter with the suffix _KNEXT. Files also contain such
// parameters of other boards, so the path that exists is preferred to the one for the release.
std::string path_of(const ConfParameter& parameter, const std::string& name, const Machine* machine) {
  const auto* base = parameter.find(name);
  const auto* next = parameter.find(name + kKnext);
  if (next == nullptr || machine == nullptr) return machine ? resolve_hwmon(machine->root, base->path) : base->path;
  const bool prefers_next = machine->board.l4t && machine->board.l4t->major >= 36;
  const std::string first = resolve_hwmon(machine->root, prefers_next ? next->path : base->path);
  const std::string second = resolve_hwmon(machine->root, prefers_next ? base->path : next->path);
  return io::exists(machine->root.path(first)) ? first : second;
}

// -1 (which NVIDIA's parser takes as INT_MAX) and INT_MAX stand for the hardware's own limit.
std::optional<std::int64_t> limit(std::int64_t value) {
  return value < 0 || value == INT_MAX ? std::nullopt : std::optional<std::int64_t>(value);
}

void set_limit(ClockState& clock, const std::string& path, std::int64_t value) {
  const bool is_max = path.find("max_freq") != std::string::npos;
  // In devfreq and in nvpmodel's files a maximum of 0 means no limit, and a minimum of 0 the lowest clock.
  (is_max ? clock.max : clock.min) = value == 0 ? std::nullopt : limit(value);
}

void take(PredefinedMode& mode, const ConfSetting& setting, const std::string& path) {
  const KnobPath knob = knob_path(path);
  const std::int64_t value = to_int64(setting.value).value_or(-1);
  if (knob.online) {
    (value != 0 ? mode.cores_on : mode.cores_off).insert(*knob.core);
  } else if (knob.core) {
    set_limit(mode.cpu[*knob.core], path, value);
  } else if (knob.mask) {
    mode.masks.push_back({path, setting.value});
  } else if (knob.gpu_clock) {
    mode.sets_gpu = true;
    set_limit(mode.gpu, path, value);
  } else if (knob.emc_cap) {
    mode.sets_emc = true;
    // 0 is the vendor's "no limit". The kernels of r36 and later take it as the lowest rate, which no mode means.
    mode.emc_hz = value == 0 ? std::nullopt : limit(value);
  } else if (!ends_with(path, "/power/control")) {
    // power/control is left out: nvpmodel switches the GPU on to write its masks and back to auto afterwards; no mask
    // is written here.
    mode.others.push_back({path, setting.value});
  }
}

// Every core that the file says anything of.
std::set<int> cores_of(const NvpmodelConf& conf) {
  std::set<int> cores{0};
  for (const ConfParameter& parameter : conf.parameters) {
    for (const ConfParameter::Argument& argument : parameter.arguments) {
      if (const auto core = knob_path(argument.path).core) cores.insert(*core);
    }
  }
  return cores;
}

// Known if the mode names every core that the file knows, and these are numbered without a gap; core 0 need not be
// named.
std::optional<std::int64_t> count_cores(const std::set<int>& known, const PredefinedMode& mode) {
  if (mode.cores_on.empty() && mode.cores_off.empty()) return std::nullopt;
  std::set<int> named = mode.cores_on;
  named.insert(mode.cores_off.begin(), mode.cores_off.end());
  named.insert(0);
  if (named != known || *named.rbegin() + 1 != static_cast<int>(named.size())) return std::nullopt;
  return static_cast<std::int64_t>(mode.cores_on.size()) + (mode.cores_on.count(0) == 0 ? 1 : 0);
}

// "MODE_30W_6CORE", "15W", "7W_AI": the number in front of a W.
std::optional<double> rated_power(const std::string& name, const std::string& board) {
  const std::size_t w = name.find('W');
  std::size_t start = w == std::string::npos ? 0 : w;
  while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9') --start;
  if (w != std::string::npos && start < w) return to_double(std::string_view(name).substr(start, w - start));
  return name == "MAXN" ? facts_of(board).maxn_w : std::nullopt;
}

std::vector<int> wanted_cores(const Machine& machine, const PredefinedMode& mode) {
  std::vector<int> online;
  for (const int cpu : machine.cpus.order) {
    const bool keep = mode.cores_off.count(cpu) == 0 && mode.cores_on.count(cpu) == 0;
    if (cpu == 0 || mode.cores_on.count(cpu) != 0 || (keep && core_is_online(machine.root, cpu))) online.push_back(cpu);
  }
  return online;
}

std::int64_t nearest(const std::vector<std::int64_t>& table, std::int64_t value) {
  const auto closer = [&](std::int64_t a, std::int64_t b) { return std::llabs(a - value) < std::llabs(b - value); };
  return *std::min_element(table.begin(), table.end(), closer);
}

// A missing limit becomes that of the table; other values are rounded to the nearest entry, as nvpmodel was observed to
// do (a TX2 with 2000000 in its file ran at 2035200).
ClockState within(const ClockState& asked, const std::vector<std::int64_t>& table) {
  if (table.empty()) return asked;
  return {asked.min ? nearest(table, *asked.min) : table.front(), asked.max ? nearest(table, *asked.max) : table.back(),
          ""};
}

}  // namespace

std::string setting_path(const NvpmodelConf& conf, const ConfSetting& setting, const Machine& machine) {
  return path_of(*conf.find_parameter(setting.parameter), setting.argument, &machine);
}

std::optional<NvpmodelConf> read_conf(const io::Root& root) {
  const auto text = io::read_text(root.path(kConf));
  if (!text) return std::nullopt;
  return parse_nvpmodel_conf(*text, kConf);
}

namespace {

// cpufreq, the GPU and the memory clock have files of their own, which stand for the one that the setting names.
bool lacks(const Machine& machine, const std::string& path) {
  const KnobPath knob = knob_path(path);
  const auto holds = [&](const std::vector<int>& cpus) {
    return std::find(cpus.begin(), cpus.end(), *knob.core) != cpus.end();
  };
  const auto& policies = machine.cpus.policies;
  if (knob.online) return !holds(machine.cpus.order);
  if (knob.core) return std::none_of(policies.begin(), policies.end(), [&](const auto& p) { return holds(p.cpus); });
  if (knob.gpu_clock) return !machine.gpu;
  if (knob.emc_cap) return machine.emc.cap == Emc::Cap::none;
  const int error = io::existence_error(machine.root.path(path));
  return error != 0 && error != EACCES;
}

}  // namespace

PredefinedMode describe_mode(const NvpmodelConf& conf, const ConfMode& mode, const Machine* machine) {
  PredefinedMode result;
  result.id = mode.id;
  result.name = mode.name;
  result.rated_w = rated_power(mode.name, machine ? machine->board.id : "");
  for (const ConfSetting& setting : mode.settings) {
    const std::string path = path_of(*conf.find_parameter(setting.parameter), setting.argument, machine);
    take(result, setting, path);
    if (machine != nullptr && lacks(*machine, path))
      result.missing.push_back({setting.parameter + " " + setting.argument, path});
  }
  result.core_count = count_cores(cores_of(conf), result);
  return result;
}

MachineState target_of_predefined(const Machine& machine, const PredefinedMode& mode) {
  MachineState target;
  if (!mode.cores_on.empty() || !mode.cores_off.empty()) target.online = wanted_cores(machine, mode);
  for (const CpuPolicy& policy : machine.cpus.policies) {
    for (const int cpu : policy.cpus) {
      const auto asked = mode.cpu.find(cpu);
      if (asked != mode.cpu.end()) target.policies[policy.name] = within(asked->second, policy.table);
    }
  }
  if (machine.gpu && mode.sets_gpu) target.gpu = within(mode.gpu, machine.gpu->table);
  if (mode.sets_emc && machine.emc.exists() && !machine.emc.table.empty()) {
    const auto& table = machine.emc.table;
    target.emc = capped_emc(machine.emc, *within({{}, mode.emc_hz, ""}, table).max);
  }
  target.missing = mode.missing;
  for (const PathValue& other : mode.others) {
    if (io::exists(machine.root.path(other.path))) target.others.push_back(other);
  }
  return target;
}

std::string rounded_gpu_clock(const Machine& machine, const PredefinedMode& mode) {
  if (!machine.gpu || machine.gpu->table.empty()) return "";
  const ClockState set = within(mode.gpu, machine.gpu->table);
  for (const auto limit : {&ClockState::max, &ClockState::min}) {
    const auto asked = mode.gpu.*limit;
    if (asked && asked != set.*limit)
      return mode.name + ": gpu " + std::to_string(*asked) + " Hz to " + std::to_string(*(set.*limit)) + " Hz";
  }
  return "";
}

std::vector<std::string> changed_masks(const Machine& machine, const PredefinedMode& mode) {
  std::vector<std::string> changed;
  for (const PathValue& mask : mode.masks) {
    const auto now = io::read_text(machine.root.path(mask.path));
    if (!now || trim(*now) == mask.value) continue;
    changed.push_back(mask.path.substr(mask.path.rfind('/') + 1) + " " + mask.value + " (now " + *now + ")");
  }
  return changed;
}

bool is_active(const Machine& machine, const PredefinedMode& mode) {
  const MachineState wanted = target_of_predefined(machine, mode);
  const MachineState now = capture(machine);
  if (!mode.missing.empty() || !changed_masks(machine, mode).empty()) return false;
  if (!wanted.online.empty() && wanted.online != now.online) return false;
  for (const auto& [name, clock] : wanted.policies) {
    const ClockState& seen = now.policies.at(name);
    if (seen.max && seen.max != clock.max) return false;
  }
  if (wanted.gpu && now.gpu && wanted.gpu->max != now.gpu->max) return false;
  return !wanted.emc || !now.emc || !now.emc->cap ||
         cap_rate(machine.emc, *wanted.emc) == cap_rate(machine.emc, *now.emc);
}

std::optional<int> saved_mode_id(const io::Root& root) {
  const std::string text = io::read_text(root.path(kStatus)).value_or("");
  const std::size_t start = text.find("pmode:");
  if (start == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(text).substr(start + 6);
  const auto id = to_int64(rest.substr(0, rest.find_first_of(" \n")));
  return id && *id >= 0 && *id <= INT_MAX ? std::optional<int>(static_cast<int>(*id)) : std::nullopt;
}

}  // namespace wattline::platform
