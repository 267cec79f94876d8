// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cmath>
#include <memory>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/hwmon.hpp"
#include "platform/power/ina3221_chip.hpp"
#include "platform/power/rail_backends.hpp"

namespace wattline::platform {

namespace {

// Conversion times of the register CONFIG.
constexpr double kConversionUs[] = {140, 204, 332, 588, 1100, 2116, 4156, 8244};

struct Channel {
  io::Attribute voltage, current;
  double current_max_ma;
};

// Voltage and current are two transfers; a value that the chip cannot produce is an error, not a measurement.
Reading read_channel(Channel& channel) {
  Reading reading;
  const auto millivolt = channel.voltage.read_int();
  const auto milliampere = channel.current.read_int();
  if (!millivolt) return {{}, {}, {}, channel.voltage.error()};
  if (!milliampere) return {{}, {}, {}, channel.current.error()};
  const auto mv = static_cast<double>(*millivolt);
  const auto ma = static_cast<double>(*milliampere);
  if (std::fabs(mv) > ina3221::kBusMaxMv || std::fabs(ma) > channel.current_max_ma) return {{}, {}, {}, ERANGE};
  reading.voltage_v = mv * 1e-3;
  reading.current_a = ma * 1e-3;
  reading.power_w = mv * ma * 1e-6;
  return reading;
}

struct Chip {
  fs::path directory;
  int enabled = 0;
  int samples = 1;
  double window_s = 0;
};

bool is_enabled(const fs::path& directory, int channel) {
  return io::read_int(directory / ("in" + std::to_string(channel) + "_enable")).value_or(1) != 0;
}

// Linux before 5.15 multiplies update_interval by the samples (drivers/hwmon/ina3221.c).
bool interval_counts_samples(const io::Root& root) {
  const std::string release = io::read_text(root.path("/proc/sys/kernel/osrelease")).value_or("");
  const auto parts = split(release, '.');
  if (parts.size() < 2) return false;
  const auto major = to_int64(parts[0]);
  const auto minor = to_int64(parts[1]);
  return major && minor && (*major < 5 || (*major == 5 && *minor < 15));
}

Chip describe(const io::Root& root, const fs::path& directory) {
  Chip chip{directory};
  for (int channel = 1; channel <= ina3221::kChannels; ++channel)
    chip.enabled += is_enabled(directory, channel) ? 1 : 0;
  chip.samples = static_cast<int>(io::read_int(directory / "samples").value_or(1));
  const auto interval_ms = io::read_int(directory / "update_interval");
  if (interval_ms && chip.enabled > 0 && chip.samples > 0) {
    chip.window_s =
        ina3221_window_s(chip.enabled, chip.samples, static_cast<double>(*interval_ms), interval_counts_samples(root));
  }
  return chip;
}

Rail make_rail(const io::Root& root, const Chip& chip, int channel, const std::string& label) {
  const std::string n = std::to_string(channel);
  Rail rail;
  rail.name = label;
  rail.path = root.machine_path(chip.directory);
  rail.channel = channel;
  rail.sensor.driver = "ina3221";
  rail.sensor.verified = "driver";  // tests/kernel runs it on the kernel's own driver
  rail.sensor.averaging = chip.samples;
  rail.sensor.window_s = chip.window_s;
  rail.sensor.voltage_lsb_v = ina3221::kBusLsbV;
  const auto micro_ohm = io::read_int(chip.directory / ("shunt" + n + "_resistor"));
  double current_max_ma = INFINITY;
  if (micro_ohm && *micro_ohm > 0) {
    rail.sensor.shunt_ohm = static_cast<double>(*micro_ohm) * 1e-6;
    rail.sensor.current_lsb_a = ina3221::kShuntLsbV / *rail.sensor.shunt_ohm;
    current_max_ma = ina3221::kShuntMaxV / *rail.sensor.shunt_ohm * 1e3;
  }
  auto state =
      std::make_shared<Channel>(Channel{io::Attribute(chip.directory / ("in" + n + "_input")),
                                        io::Attribute(chip.directory / ("curr" + n + "_input")), current_max_ma});
  rail.read = [state](std::int64_t) { return read_channel(*state); };
  return rail;
}

// Channels 1 to 3 are rails; in4 to in7 and curr4 are shunt voltages and sums. A channel without label, labelled NC
// or switched off is not wired.
void add_chip(const io::Root& root, const fs::path& directory, std::vector<Rail>& rails) {
  const Chip chip = describe(root, directory);
  for (int channel = 1; channel <= ina3221::kChannels; ++channel) {
    const auto label = io::read_text(directory / ("in" + std::to_string(channel) + "_label"));
    if (!label || label->empty() || *label == "NC" || !is_enabled(directory, channel)) continue;
    rails.push_back(make_rail(root, chip, channel, *label));
  }
}

bool has_unlabelled_channels(const fs::path& directory) {
  bool measures = false;
  for (int channel = 1; channel <= ina3221::kChannels; ++channel) {
    const std::string in = "in" + std::to_string(channel);
    if (io::read_text(directory / (in + "_label"))) return false;
    measures = measures || (is_enabled(directory, channel) && io::exists(directory / (in + "_input")));
  }
  return measures;
}

}  // namespace

double ina3221_window_s(int channels, int samples, double update_interval_ms, bool interval_counts_samples) {
  const double conversions = 2.0 * channels;
  const double asked_us = update_interval_ms * 1e3 / (interval_counts_samples ? conversions * samples : conversions);
  double nearest_us = kConversionUs[0];
  for (const double us : kConversionUs) {
    if (std::fabs(us - asked_us) < std::fabs(nearest_us - asked_us)) nearest_us = us;
  }
  return conversions * samples * nearest_us * 1e-6;
}

std::vector<Rail> ina3221_hwmon_rails(const io::Root& root) {
  std::vector<Rail> rails;
  for (const auto& directory : hwmon_chips(root, "ina3221")) add_chip(root, directory, rails);
  return rails;
}

std::vector<std::string> unlabelled_ina3221(const io::Root& root) {
  std::vector<std::string> chips;
  for (const auto& directory : hwmon_chips(root, "ina3221")) {
    if (has_unlabelled_channels(directory)) chips.push_back(root.machine_path(directory));
  }
  return chips;
}

}  // namespace wattline::platform
