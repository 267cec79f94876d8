// SPDX-License-Identifier: Apache-2.0
#include "platform/board/hwmon.hpp"

#include "io/attribute.hpp"

namespace wattline::platform {

namespace {

std::vector<fs::path> bus_chips(const io::Root& root, const std::string& driver) {
  std::vector<fs::path> chips;
  const auto bus = root.path("/sys/bus/i2c/drivers/" + driver);
  for (const std::string& device : io::list_directory(bus)) {
    const auto hwmon = bus / device / "hwmon";
    for (const std::string& name : io::list_directory(hwmon)) {
      if (name.compare(0, 5, "hwmon") == 0) chips.push_back(hwmon / name);
    }
  }
  return chips;
}

}  // namespace

std::vector<fs::path> hwmon_chips(const io::Root& root, const std::string& driver) {
  auto chips = bus_chips(root, driver);
  if (!chips.empty()) return chips;
  const auto classes = root.path("/sys/class/hwmon");
  for (const std::string& name : io::list_directory(classes)) {
    if (io::read_text(classes / name / "name") == driver) chips.push_back(classes / name);
  }
  return chips;
}

}  // namespace wattline::platform
