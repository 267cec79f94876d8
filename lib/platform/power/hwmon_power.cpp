// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <memory>

#include "io/attribute.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

constexpr double kMicrowatt = 1e-6, kPowerMaxUw = 1e10;

Reading read_power(io::Attribute& attribute) {
  const auto microwatt = attribute.read_int();
  if (!microwatt) return {{}, {}, {}, attribute.error()};
  if (*microwatt < 0 || static_cast<double>(*microwatt) > kPowerMaxUw) return {{}, {}, {}, ERANGE};
  Reading reading;
  reading.power_w = static_cast<double>(*microwatt) * kMicrowatt;
  return reading;
}

// "power3_input" -> 3, "power1_average" -> 1, anything else 0. An average is used where there is no input.
int power_channel(const fs::path& directory, const std::string& file) {
  if (file.size() < 12 || file.compare(0, 5, "power") != 0 || file[5] < '1' || file[5] > '9' || file[6] != '_')
    return 0;
  const std::string quantity = file.substr(7);
  const int channel = file[5] - '0';
  if (quantity == "input") return channel;
  const bool has_input = io::read_text(directory / (file.substr(0, 7) + "input")).has_value();
  return quantity == "average" && !has_input ? channel : 0;
}

std::string rail_name(const fs::path& directory, const std::string& chip, int channel) {
  const std::string prefix = "power" + std::to_string(channel);
  const auto label = io::read_text(directory / (prefix + "_label"));
  return label && !label->empty() ? *label : chip + "." + prefix;
}

}  // namespace

std::vector<Rail> hwmon_power_rails(const io::Root& root) {
  std::vector<Rail> rails;
  const auto classes = root.path("/sys/class/hwmon");
  for (const std::string& name : io::list_directory(classes)) {
    const auto directory = classes / name;
    const std::string chip = io::read_text(directory / "name").value_or(name);
    if (chip == "ina3221" || chip == "ina238") continue;  // they have backends of their own
    for (const std::string& file : io::list_directory(directory)) {
      const int channel = power_channel(directory, file);
      if (channel == 0) continue;
      Rail rail;
      rail.name = rail_name(directory, chip, channel);
      rail.path = root.machine_path(directory / file);
      rail.channel = channel;
      rail.sensor.driver = "hwmon";
      rail.sensor.verified = "tree";
      rail.sensor.power_lsb_w = kMicrowatt;
      auto attribute = std::make_shared<io::Attribute>(directory / file);
      rail.read = [attribute](std::int64_t) { return read_power(*attribute); };
      rails.push_back(std::move(rail));
    }
  }
  return rails;
}

}  // namespace wattline::platform
