// SPDX-License-Identifier: Apache-2.0
// What sysfs puts into the folder of every device, whatever its driver.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// no_callbacks: enabled for a device that only passes on what its children do.
enum class RuntimePm { disabled, enabled, no_callbacks };

struct SysfsDevice {
  std::string path;       // under /sys/devices
  std::string subsystem;  // "class/hwmon", "bus/i2c"
  std::string driver{};   // of a bus; empty = none
  std::string node{};     // of the device tree, as node_path() gives it; empty = none
  RuntimePm runtime_pm = RuntimePm::disabled;
};

// uevent, power/, subsystem and, where the device has them, driver, of_node and modalias. For a device of a class the
// link in the class, for one of a bus that in the bus, too.
void add_device(Tree& tree, const SysfsDevice& device);

// One of the bus "platform", with the files that this bus adds. Its node is made, too.
void add_platform_device(Tree& tree, const SysfsDevice& device, const std::string& node_name,
                         const std::string& compatible);

// One of class hwmon, /sys/devices/PARENT/hwmon/hwmonN, with its name.
void add_hwmon_device(Tree& tree, const std::string& path, const std::string& name, const std::string& node = "");
// A file that holds one of these words, at first the first one, and refuses others.
void add_word(Tree& tree, const std::string& path, const std::vector<std::string>& words);

// A file with a number that nothing here follows.
void add_number(Tree& tree, const std::string& path, std::int64_t initial);

// The node NAME@ADDRESS of a device such as "/sys/devices/platform/bus@0/c240000.i2c", and of what is below it.
std::string node_path(const std::string& device, const std::string& below = "");
// The properties that each node has. `compatible` may be empty.
void add_node(Tree& tree, const std::string& node, const std::string& name, const std::string& compatible);
// A property: texts end with a NUL byte there, numbers are big-endian.
void add_property(Tree& tree, const std::string& path, const std::string& bytes);

}  // namespace wattline::jetsim
