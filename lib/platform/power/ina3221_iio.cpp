// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cmath>
#include <memory>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/power/ina3221_chip.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

// The registers of the hwmon backend; this driver tells neither shunt nor averaging. NVIDIA's device trees use 5 mOhm
// and its continuous mode averages 64 conversions of 1.1 ms (linux-tegra-4.9, drivers/iio/adc/ina3221.c).
constexpr double kShuntOhm = 0.005, kCurrentMaxMa = ina3221::kShuntMaxV / kShuntOhm * 1e3;
constexpr int kSamples = 64;
constexpr double kConversionS = 1.1e-3;

struct IioChannel {
  io::Attribute pair, voltage, current;  // "mV mA" in one read, or two reads where the driver lacks it
};

std::optional<std::pair<std::int64_t, std::int64_t>> parse_pair(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto mv = to_int64(text.substr(0, blank));
  const auto ma = to_int64(trim(text.substr(blank)));
  if (!mv || !ma) return std::nullopt;
  return std::make_pair(*mv, *ma);
}

Reading make_reading(std::int64_t millivolt, std::int64_t milliampere) {
  const auto mv = static_cast<double>(millivolt);
  const auto ma = static_cast<double>(milliampere);
  if (std::fabs(mv) > ina3221::kBusMaxMv || std::fabs(ma) > kCurrentMaxMa) return {{}, {}, {}, ERANGE};
  return {mv * 1e-3, ma * 1e-3, mv * ma * 1e-6, 0};
}

Reading read_iio_channel(IioChannel& channel) {
  if (const auto text = channel.pair.read()) {
    const auto pair = parse_pair(*text);
    return pair ? make_reading(pair->first, pair->second) : Reading{{}, {}, {}, EINVAL};
  }
  const auto mv = channel.voltage.read_int();
  const auto ma = channel.current.read_int();
  if (!mv) return {{}, {}, {}, channel.voltage.error()};
  if (!ma) return {{}, {}, {}, channel.current.error()};
  return make_reading(*mv, *ma);
}

Rail make_rail(const io::Root& root, const fs::path& directory, int index, const std::string& name) {
  const std::string n = std::to_string(index);
  Rail rail;
  rail.name = name;
  rail.path = root.machine_path(directory);
  rail.channel = index + 1;
  rail.sensor.driver = "ina3221x";
  rail.sensor.verified = "tree";
  rail.sensor.voltage_lsb_v = ina3221::kBusLsbV;
  rail.sensor.shunt_ohm = kShuntOhm;
  rail.sensor.current_lsb_a = ina3221::kShuntLsbV / kShuntOhm;
  auto state = std::make_shared<IioChannel>(IioChannel{io::Attribute(directory / ("ui_input_" + n)),
                                                       io::Attribute(directory / ("in_voltage" + n + "_input")),
                                                       io::Attribute(directory / ("in_current" + n + "_input"))});
  rail.read = [state](std::int64_t) { return read_iio_channel(*state); };
  return rail;
}

void add_iio_chip(const io::Root& root, const fs::path& directory, std::vector<Rail>& rails) {
  const std::size_t first = rails.size();
  for (int index = 0; index < ina3221::kChannels; ++index) {
    const auto name = io::read_text(directory / ("rail_name_" + std::to_string(index)));
    if (name && !name->empty() && *name != "NC") rails.push_back(make_rail(root, directory, index, *name));
  }
  if (io::read_int(directory / "running_mode") != 1) return;  // triggered: one conversion per read
  for (std::size_t i = first; i < rails.size(); ++i) {
    rails[i].sensor.averaging = kSamples;
    rails[i].sensor.window_s = 2.0 * static_cast<double>(rails.size() - first) * kSamples * kConversionS;
  }
}

}  // namespace

std::vector<Rail> ina3221_iio_rails(const io::Root& root) {
  std::vector<Rail> rails;
  const auto bus = root.path("/sys/bus/i2c/drivers/ina3221x");
  for (const std::string& chip : io::list_directory(bus)) {
    for (const std::string& name : io::list_directory(bus / chip)) {
      if (name.compare(0, 10, "iio:device") == 0 || name.compare(0, 10, "iio_device") == 0) {
        add_iio_chip(root, bus / chip / name, rails);
        break;  // a link iio_device may lead to iio:deviceN
      }
    }
  }
  return rails;
}

}  // namespace wattline::platform
