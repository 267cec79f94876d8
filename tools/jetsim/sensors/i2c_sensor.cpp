// SPDX-License-Identifier: Apache-2.0
// An I2C adapter, a sensor on it and the sensor's hwmon device, as the cores of I2C and hwmon show them.
#include <cerrno>

#include "jetsim/fuse/sysfs_device.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

// Devices can be neither made nor removed on the emulated bus.
void add_adapter(Tree& tree, const std::string& controller, const std::string& adapter) {
  const std::string node = node_path(controller);
  if (tree.find(adapter + "/uevent")) return;  // another sensor is on it
  add_node(tree, node, "i2c", "");
  add_device(tree, {adapter, "bus/i2c", "", node, RuntimePm::no_callbacks});
  tree.constant(adapter + "/name", controller.substr(controller.rfind('/') + 1));
  tree.link_to(adapter + "/device", controller);
  for (const char* file : {"/new_device", "/delete_device"})
    tree.attribute(adapter + file, {}, [](std::string_view) { return EINVAL; });
}

}  // namespace

std::string add_i2c_sensor(Tree& tree, const ChipSpec& spec) {
  const std::string device = i2c_directory(spec), adapter = device.substr(0, device.rfind('/'));
  const std::string controller = adapter.substr(0, adapter.rfind('/'));
  add_adapter(tree, controller, adapter);
  const std::string node = node_path(controller, "/" + spec.driver + "@" + device.substr(device.size() - 2));
  add_node(tree, node, spec.driver, "ti," + spec.driver);
  add_device(tree, {device, "bus/i2c", spec.driver, node, RuntimePm::enabled});
  tree.constant(device + "/name", spec.driver);
  add_hwmon_device(tree, device + "/hwmon/" + spec.node, spec.driver, node);
  return node;
}

}  // namespace wattline::jetsim
