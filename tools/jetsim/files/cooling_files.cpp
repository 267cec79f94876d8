// SPDX-License-Identifier: Apache-2.0
// /sys/class/thermal/cooling_deviceN: how far a device is slowed down.
#include <fmt/format.h>

#include <cerrno>

#include "jetsim/files/system_files.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

void add_cooling_device(Tree& tree, int number, const CoolingDevice& device) {
  const std::string name = "cooling_device" + std::to_string(number);
  const std::string base = "/sys/devices/virtual/thermal/" + name;
  tree.constant(base + "/type", device.type);
  tree.constant(base + "/max_state", std::to_string(device.max_state));
  tree.attribute(base + "/cur_state", integer(device.state),
                 [max_state = device.max_state, set = device.set](std::string_view text) {
                   const auto state = parse_unsigned(text, true);
                   if (!state || *state < 0 || *state > max_state) return EINVAL;
                   set(*state);
                   return 0;
                 });
  add_device(tree, {base, "class/thermal"});
}

// An emulated board does not get hot enough for its governor to act: the states are 0 until somebody writes them.
int add_cooling_files(Tree& tree, EmulatedMachine& machine) {
  const BoardSpec& board = machine.board;
  const std::string& generation = machine.rules.generation;
  const bool numbered = generation == "4.9" || generation == "5.10";  // named after their devices from 5.13 on
  const auto levels = [](const std::vector<std::int64_t>& table) { return static_cast<long long>(table.size()) - 1; };
  int number = 0;
  for (std::size_t i = 0; i < board.policies.size(); ++i) {
    const std::string type =
        numbered ? fmt::format("thermal-cpufreq-{}", i) : fmt::format("cpufreq-cpu{}", board.policies[i].front());
    add_cooling_device(tree, number++,
                       {type, levels(board.cpu_khz), [&machine, i] { return machine.cpu.cooling_state(i); },
                        [&machine, i](long long state) { machine.cpu.cool(i, state); }});
  }
  const std::string device = board.file.text("gpu.device");
  const std::string gpu = numbered ? "thermal-devfreq-0" : "devfreq-" + device.substr(device.rfind('/') + 1);
  add_cooling_device(tree, number++,
                     {gpu, levels(board.gpu_hz), [&machine] { return machine.gpu.cooling_state(); },
                      [&machine](long long state) { machine.gpu.cool(state); }});
  return number;
}

}  // namespace wattline::jetsim
