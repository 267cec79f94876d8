// SPDX-License-Identifier: Apache-2.0
// /sys/class/thermal/cooling_deviceN: how far the kernel's thermal governor has slowed a device down.
#include <fmt/format.h>

#include "jetsim/files/system_files.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

void add_cooling_device(Tree& tree, int number, const std::string& type, long long max_state,
                        std::function<long long()> state) {
  const std::string device = "cooling_device" + std::to_string(number);
  const std::string base = "/sys/devices/virtual/thermal/" + device;
  tree.constant(base + "/type", type);
  tree.constant(base + "/max_state", std::to_string(max_state));
  tree.attribute(base + "/cur_state", integer(std::move(state)));
  add_device(tree, {base, "class/thermal"});
}

// An emulated board does not get hot enough for its governor to act: the states are 0.
int add_cooling_files(Tree& tree, const EmulatedMachine& machine) {
  const BoardSpec& board = machine.board;
  const std::string& generation = machine.rules.generation;
  const bool numbered = generation == "4.9" || generation == "5.10";  // named after their devices from 5.13 on
  const auto levels = [](const std::vector<std::int64_t>& table) { return static_cast<long long>(table.size()) - 1; };
  int number = 0;
  for (const std::vector<int>& cpus : board.policies) {
    const std::string type =
        numbered ? fmt::format("thermal-cpufreq-{}", number) : fmt::format("cpufreq-cpu{}", cpus.front());
    add_cooling_device(tree, number++, type, levels(board.cpu_khz), [] { return 0; });
  }
  const std::string device = board.file.text("gpu.device");
  const std::string gpu = numbered ? "thermal-devfreq-0" : "devfreq-" + device.substr(device.rfind('/') + 1);
  add_cooling_device(tree, number++, gpu, levels(board.gpu_hz), [] { return 0; });
  return number;
}

}  // namespace wattline::jetsim
