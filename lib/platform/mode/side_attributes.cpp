// SPDX-License-Identifier: Apache-2.0
// What a saved state contains besides cores and clocks (jetson_clocks --store saves about half of it).
#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/fan.hpp"
#include "platform/mode/machine_state.hpp"
#include "platform/mode/predefined.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

// The other paths that /etc/nvpmodel.conf sets: caps of other engines, current limits.
void add_conf_paths(const Machine& machine, std::vector<std::string>& paths) {
  try {
    const auto conf = read_conf(machine.root);
    if (!conf) return;
    for (const ConfMode& mode : conf->modes) {
      for (const PathValue& other : describe_mode(*conf, mode, &machine).others) paths.push_back(other.path);
    }
  } catch (const Error&) {
    // A broken file is reported when a mode is asked for; here it has no paths.
  }
}

void add_existing(const Machine& machine, const std::string& path, std::vector<std::string>& paths) {
  if (io::exists(machine.root.path(path))) paths.push_back(path);
}

}  // namespace

std::vector<PathValue> idle_attributes(const Machine& machine, bool enabled) {
  std::vector<PathValue> attributes;
  for (const IdleState& state : idle_states(machine.root, machine.cpus)) {
    attributes.push_back({state.disable_file(), enabled ? "0" : "1"});
  }
  return attributes;
}

std::vector<std::string> side_attributes(const Machine& machine) {
  std::vector<std::string> paths;
  for (const IdleState& state : idle_states(machine.root, machine.cpus)) paths.push_back(state.disable_file());
  if (machine.gpu) {
    add_existing(machine, machine.gpu->device_file("railgate_enable"), paths);
    add_existing(machine, machine.gpu->device_file("power/control"), paths);
  }
  if (const auto fan = find_fan(machine.root)) {
    paths.push_back(fan->mode_file);
    paths.push_back(fan->speed_file);
    paths.push_back(service_attribute(kFanDaemon));
  }
  add_conf_paths(machine, paths);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

}  // namespace wattline::platform
