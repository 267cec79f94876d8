// SPDX-License-Identifier: Apache-2.0
#include "jetsim/served/board_tree.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

// The kernel release that goes with --kernel, when it is not the board's own.
std::string kernel_release(const EmulatedMachine& machine) {
  if (machine.rules.generation == machine.board.generation) return machine.board.kernel_release;
  return machine.rules.generation + ".0-jetsim";
}

}  // namespace

BoardTree::BoardTree(EmulatedMachine& machine, std::int64_t origin_mono_ns) : machine_(machine) {
  machine.cpu.add_files(tree_);
  add_sensors();
  add_identity_files(tree_, machine.board, kernel_release(machine));
  add_proc_files(tree_, machine);
  add_thermal_files(tree_, machine);
  if (machine.board.is_jetson()) add_jetson_files();
  add_marker(origin_mono_ns);
  add_control_files(tree_, machine);
}

void BoardTree::add_jetson_files() {
  machine_.gpu.add_files(tree_);
  machine_.emc.add_files(tree_);
  add_nvpmodel_files(tree_, machine_.board);
  add_service_files(tree_, machine_.board);
  add_fan_files(tree_, machine_, add_cooling_files(tree_, machine_));
}

// "samples=512 conversion_us=140": what the release's boot scripts write to every chip.
void BoardTree::add_sensors() {
  const std::string settings = machine_.board.file.text_or("sensor.default", "");
  for (const ChipSpec& spec : machine_.board.chips) {
    if (spec.driver == "rapl") {
      add_rapl_files(tree_, machine_, spec);
      continue;
    }
    if (spec.driver == "ina238") {
      add_ina238_files(tree_, machine_, spec);
      continue;
    }
    chips_.push_back(std::make_unique<Ina3221>(machine_, spec));
    Ina3221& chip = *chips_.back();
    for (const std::string_view word : split_blanks(settings)) {
      const std::size_t equals = word.find('=');
      const std::int64_t value = to_int64(word.substr(equals + 1)).value_or(0);
      if (word.substr(0, equals) == "samples" && chip.averages()) chip.set_samples(value);
      if (word.substr(0, equals) == "conversion_us") chip.set_conversion_us(value);
    }
    chip.settle();
    if (spec.driver == "ina3221x") add_iio_files(tree_, chip);
    if (spec.driver == "ina3221") add_hwmon_files(tree_, chip);
  }
}

void BoardTree::add_marker(std::int64_t origin_mono_ns) {
  tree_.directory("/run").writable = true;
  tree_.directory("/run/wattline").writable = true;
  tree_.constant("/run/wattline/emulated",
                 fmt::format("board {}\ntime_scale {}\norigin_mono_ns {}", machine_.board.name,
                             machine_.options.time_scale, origin_mono_ns));
}

}  // namespace wattline::jetsim
