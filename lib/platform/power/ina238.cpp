// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cmath>
#include <memory>

#include "io/attribute.hpp"
#include "platform/board/hwmon.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

// Data sheet SLYS025: 3.125 mV bus register, 5 uV shunt register, 85 V at most.
constexpr double kIna238BusLsbV = 3.125e-3, kIna238ShuntLsbV = 5e-6, kIna238BusMaxMv = 85000, kIna238PowerMaxUw = 1e10;
constexpr double kHwmonCurrentLsbA = 1e-3;  // curr1_input is in mA; the driver does not tell its shunt everywhere

struct Ina238 {
  io::Attribute voltage, current, power;
};

Reading read_ina238(Ina238& chip) {
  const auto mv = chip.voltage.read_int();
  const auto ma = chip.current.read_int();
  const auto uw = chip.power.read_int();
  if (!uw) return {{}, {}, {}, chip.power.error()};
  const auto power = static_cast<double>(*uw);
  if (std::fabs(power) > kIna238PowerMaxUw || (mv && std::fabs(static_cast<double>(*mv)) > kIna238BusMaxMv)) {
    return {{}, {}, {}, ERANGE};
  }
  Reading reading;
  if (mv) reading.voltage_v = static_cast<double>(*mv) * 1e-3;
  if (ma) reading.current_a = static_cast<double>(*ma) * 1e-3;
  reading.power_w = power * 1e-6;
  return reading;
}

// On Thor's carrier the one INA238 measures the supply of the whole system.
std::string ina238_rail_name(const fs::path& directory) {
  for (const char* file : {"label", "in1_label", "power1_label"}) {
    const auto text = io::read_text(directory / file);
    if (text && !text->empty()) return *text;
  }
  return "VIN";
}

}  // namespace

std::vector<Rail> ina238_rails(const io::Root& root) {
  std::vector<Rail> rails;
  for (const auto& directory : hwmon_chips(root, "ina238")) {
    Rail rail;
    rail.name = ina238_rail_name(directory);
    rail.path = root.machine_path(directory);
    rail.channel = 1;
    rail.sensor.driver = "ina238";
    rail.sensor.verified = "tree";
    rail.sensor.voltage_lsb_v = kIna238BusLsbV;
    rail.sensor.current_lsb_a = kHwmonCurrentLsbA;
    const auto micro_ohm = io::read_int(directory / "shunt_resistor");
    if (micro_ohm && *micro_ohm > 0) {
      rail.sensor.shunt_ohm = static_cast<double>(*micro_ohm) * 1e-6;
      rail.sensor.current_lsb_a = kIna238ShuntLsbV / *rail.sensor.shunt_ohm;
    }
    auto chip = std::make_shared<Ina238>(Ina238{io::Attribute(directory / "in1_input"),
                                                io::Attribute(directory / "curr1_input"),
                                                io::Attribute(directory / "power1_input")});
    rail.read = [chip](std::int64_t) { return read_ina238(*chip); };
    rails.push_back(std::move(rail));
  }
  return rails;
}

}  // namespace wattline::platform
