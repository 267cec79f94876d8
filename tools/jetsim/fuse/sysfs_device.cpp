// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/sysfs_device.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>

#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

const std::string kNodes = "/sys/firmware/devicetree/base";

std::string last_part(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// A property without its final NUL byte; empty = the node has none.
std::string property(const Tree& tree, const std::string& path) {
  std::string text;
  const NodePtr file = tree.find(path);
  if (file && file->read) file->read(text);
  if (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// of_device_uevent() and of_device_uevent_modalias().
std::string node_lines(const Tree& tree, const SysfsDevice& device) {
  const std::string name = property(tree, device.node + "/name");
  const std::string compatible = property(tree, device.node + "/compatible");
  std::string text = "OF_NAME=" + name + "\nOF_FULLNAME=" + device.node.substr(kNodes.size()) + "\n";
  int count = 0;
  for (const std::string_view one : split(compatible, '\0')) {
    if (!one.empty()) text += "OF_COMPATIBLE_" + std::to_string(count++) + "=" + std::string(one) + "\n";
  }
  return count == 0 ? text : text + "OF_COMPATIBLE_N=" + std::to_string(count) + "\n";
}

std::string modalias(const Tree& tree, const SysfsDevice& device) {
  std::string text = "of:N" + property(tree, device.node + "/name") + "T(null)";
  const std::string compatible = property(tree, device.node + "/compatible");
  for (const std::string_view one : split(compatible, '\0')) {
    if (!one.empty()) text += "C" + std::string(one);
  }
  return text + "\n";
}

bool on_bus(const SysfsDevice& device) {
  return device.subsystem.compare(0, 4, "bus/") == 0;
}

void add_uevent(Tree& tree, const SysfsDevice& device) {
  tree.attribute(
      device.path + "/uevent",
      [&tree, device](std::string& text) {
        if (!device.driver.empty()) text += "DRIVER=" + device.driver + "\n";
        if (!device.node.empty()) text += node_lines(tree, device);
        if (!device.driver.empty() && !device.node.empty()) text += "MODALIAS=" + modalias(tree, device);
        return 0;
      },
      [](std::string_view) { return 0; });  // an event that nobody here waits for
}

// Of a kernel with CONFIG_PM_ADVANCED_DEBUG. A device whose driver has no runtime power management is never suspended.
void add_power(Tree& tree, const SysfsDevice& device) {
  const std::string base = device.path + "/power/";
  const bool on = device.runtime_pm != RuntimePm::disabled;
  if (on) {
    add_word(tree, base + "async", {"enabled", "disabled"});
  } else {
    add_word(tree, base + "async", {"disabled", "enabled"});
  };
  tree.constant(base + "runtime_active_kids", "0");
  tree.constant(base + "runtime_enabled", on ? "enabled" : "disabled");
  tree.constant(base + "runtime_status", on ? "active" : "unsupported");
  tree.constant(base + "runtime_usage", on ? "1" : "0");
  if (device.runtime_pm == RuntimePm::no_callbacks) return;
  add_word(tree, base + "control", {"auto", "on"});
  tree.attribute(
      base + "autosuspend_delay_ms", [](std::string&) { return EIO; }, [](std::string_view) { return EIO; });
  tree.constant(base + "runtime_active_time", "0");
  tree.constant(base + "runtime_suspended_time", "0");
}

}  // namespace

void add_device(Tree& tree, const SysfsDevice& device) {
  const std::string subsystem = "/sys/" + device.subsystem;
  add_uevent(tree, device);
  add_power(tree, device);
  tree.link_to(device.path + "/subsystem", subsystem);
  tree.link_to(subsystem + (on_bus(device) ? "/devices/" : "/") + last_part(device.path), device.path);
  if (!device.node.empty()) tree.link_to(device.path + "/of_node", device.node);
  if (device.driver.empty()) return;
  const std::string driver = subsystem + "/drivers/" + device.driver;
  tree.link_to(device.path + "/driver", driver);
  tree.link_to(driver + "/" + last_part(device.path), device.path);
  tree.attribute(device.path + "/modalias", [&tree, device](std::string& text) {
    text = modalias(tree, device);
    return 0;
  });
}

void add_platform_device(Tree& tree, const SysfsDevice& device, const std::string& node_name,
                         const std::string& compatible) {
  add_node(tree, device.node, node_name, compatible);
  add_device(tree, device);
  tree.attribute(
      device.path + "/driver_override",
      [](std::string& text) {
        text = "(null)\n";
        return 0;
      },
      [](std::string_view) { return EBUSY; });
}

void add_hwmon_device(Tree& tree, const std::string& path, const std::string& name, const std::string& node) {
  add_device(tree, {path, "class/hwmon", "", node});
  tree.link_to(path + "/device", path.substr(0, path.find("/hwmon/")));
  tree.constant(path + "/name", name);
}

void add_word(Tree& tree, const std::string& path, const std::vector<std::string>& words) {
  auto value = std::make_shared<std::string>(words.front());
  tree.attribute(
      path,
      [value](std::string& text) {
        text = *value + "\n";
        return 0;
      },
      [value, words](std::string_view text) {
        const std::string word(trim(text));
        if (std::find(words.begin(), words.end(), word) == words.end()) return EINVAL;
        *value = word;
        return 0;
      });
}

void add_number(Tree& tree, const std::string& path, std::int64_t initial) {
  auto value = std::make_shared<std::int64_t>(initial);
  tree.attribute(path, integer([value] { return *value; }), [value](std::string_view text) {
    const auto number = to_int64(trim(text));
    if (!number) return EINVAL;
    *value = *number;
    return 0;
  });
}

std::string node_path(const std::string& device, const std::string& below) {
  const std::string name = last_part(device);
  const std::size_t dot = name.find('.');
  const bool addressed = dot != std::string::npos && name.find_first_not_of("0123456789abcdef") == dot;
  const std::string bus = device.find("/bus@0/") != std::string::npos ? "/bus@0/" : "/";
  return kNodes + bus + (addressed ? name.substr(dot + 1) + "@" + name.substr(0, dot) : name) + below;
}

void add_property(Tree& tree, const std::string& path, const std::string& bytes) {
  tree.attribute(path, [bytes](std::string& text) {
    text = bytes;
    return 0;
  });
}

void add_node(Tree& tree, const std::string& node, const std::string& name, const std::string& compatible) {
  add_property(tree, node + "/name", name + '\0');
  if (!compatible.empty()) add_property(tree, node + "/compatible", compatible + '\0');
}

}  // namespace wattline::jetsim
