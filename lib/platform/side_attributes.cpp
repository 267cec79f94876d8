// SPDX-License-Identifier: Apache-2.0
// What a complete save holds beyond cores and clocks (jetson_clocks --store keeps about half of it).
#include "io/attribute.hpp"
#include "platform/machine_state.hpp"

namespace wattline::platform {

namespace {

void add_idle_states(const Machine& machine, std::vector<std::string>& paths) {
  for (const int cpu : machine.cpus.order) {
    const std::string directory = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpuidle";
    for (const std::string& state : io::list_directory(machine.root.path(directory))) {
      if (state.compare(0, 5, "state") == 0) paths.push_back(directory + "/" + state + "/disable");
    }
  }
}

}  // namespace

std::vector<std::string> side_attributes(const Machine& machine) {
  std::vector<std::string> paths;
  add_idle_states(machine, paths);
  if (machine.gpu) {
    paths.push_back(machine.gpu->device_file("railgate_enable"));
    paths.push_back(machine.gpu->device_file("power/control"));
  }
  return paths;
}

}  // namespace wattline::platform
