// SPDX-License-Identifier: Apache-2.0
// The power sensors of a few boards, as their drivers present them. Written from the drivers' documentation, not
// captured from boards.
#pragma once
#include <string>
#include <vector>

#include "sysfs_tree.hpp"

namespace wattline::test {

inline void set_board(SysfsTree& tree, const std::string& compatible, const std::string& model) {
  tree.raw_file("/sys/firmware/devicetree/base/compatible", compatible + std::string(1, '\0'));
  tree.raw_file("/sys/firmware/devicetree/base/model", model + std::string(1, '\0'));
}

inline const std::string kOrinChip = "/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon3";

// One INA3221 of the hwmon driver: three labels ("" = no such file), 5 V and 1 A on each channel.
inline void add_ina3221(SysfsTree& tree, const std::string& chip, const std::vector<std::string>& labels,
                        int micro_ohm) {
  tree.file(chip + "/name", "ina3221").file(chip + "/samples", "1").file(chip + "/update_interval", "7");
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string n = std::to_string(i + 1);
    if (!labels[i].empty()) tree.file(chip + "/in" + n + "_label", labels[i]);
    tree.file(chip + "/in" + n + "_input", "5000").file(chip + "/curr" + n + "_input", "1000");
    tree.file(chip + "/in" + n + "_enable", "1").file(chip + "/shunt" + n + "_resistor", std::to_string(micro_ohm));
  }
  tree.file(chip + "/in7_label", "sum of shunt voltages").file(chip + "/in7_input", "6000");
  tree.file(chip + "/curr4_input", "3000");
}

inline void set_rail(SysfsTree& tree, const std::string& chip, int channel, int mv, int ma) {
  const std::string n = std::to_string(channel);
  tree.file(chip + "/in" + n + "_input", std::to_string(mv)).file(chip + "/curr" + n + "_input", std::to_string(ma));
}

inline void make_agx_orin(SysfsTree& tree) {
  set_board(tree, "nvidia,p3737-0000+p3701-0005", "NVIDIA Jetson AGX Orin Developer Kit");
  tree.file("/proc/sys/kernel/osrelease", "5.10.104-tegra");
  add_ina3221(tree, kOrinChip, {"VDD_GPU_SOC", "VDD_CPU_CV", "VIN_SYS_5V0"}, 2000);
  add_ina3221(tree, "/sys/bus/i2c/drivers/ina3221/1-0041/hwmon/hwmon4", {"NC", "VDDQ_VDD2_1V8AO", "NC"}, 2000);
}

inline void make_orin_nano(SysfsTree& tree) {
  set_board(tree, "nvidia,p3768-0000+p3767-0005", "NVIDIA Jetson Orin Nano Developer Kit");
  tree.file("/proc/sys/kernel/osrelease", "5.15.148-tegra");
  add_ina3221(tree, kOrinChip, {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}, 5000);
}

inline void make_agx_xavier(SysfsTree& tree) {
  set_board(tree, "nvidia,p2972-0000+p2888-0004", "Jetson-AGX");
  add_ina3221(tree, "/sys/bus/i2c/drivers/ina3221/1-0040/hwmon/hwmon1", {"GPU", "CPU", "SOC"}, 5000);
  add_ina3221(tree, "/sys/bus/i2c/drivers/ina3221/1-0041/hwmon/hwmon2", {"CV", "VDDRQ", "SYS5V"}, 5000);
}

// The same board under L4T r32, whose driver is an IIO device.
inline void make_agx_xavier_iio(SysfsTree& tree) {
  set_board(tree, "nvidia,p2972-0000+p2888-0004", "Jetson-AGX");
  const std::vector<std::vector<std::string>> chips{{"GPU", "CPU", "SOC"}, {"CV", "VDDRQ", "SYS5V"}};
  for (std::size_t chip = 0; chip < chips.size(); ++chip) {
    const std::string n = std::to_string(chip);
    const std::string path = "/sys/bus/i2c/drivers/ina3221x/1-004" + n + "/iio:device" + n;
    tree.file(path + "/running_mode", "1");
    for (std::size_t i = 0; i < chips[chip].size(); ++i) {
      const std::string c = std::to_string(i);
      tree.file(path + "/rail_name_" + c, chips[chip][i]).file(path + "/ui_input_" + c, "19000 100");
      tree.file(path + "/in_voltage" + c + "_input", "19000").file(path + "/in_current" + c + "_input", "100");
    }
  }
}

}  // namespace wattline::test
