// SPDX-License-Identifier: Apache-2.0
// drivers/hwmon/ina3221.c: inN in mV (shunts in uV), currN in mA, sums over channels last.
#include <algorithm>
#include <cerrno>

#include "base/parse.hpp"
#include "jetsim/fuse/sysfs_device.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

using Reader = int (Ina3221::*)(int, std::int64_t&);

std::string number(int n) {
  return std::to_string(n);
}

// kstrtol(): a sign is fine, anything behind the digits is not.
std::optional<std::int64_t> parse_signed(std::string_view text) {
  return to_int64(trim(text));
}

ReadText measured(Ina3221& chip, int channel, Reader read) {
  return [&chip, channel, read](std::string& text) {
    std::int64_t value = 0;
    if (const int error = (chip.*read)(channel, value)) return error;
    const RailFault fault = rail_fault(chip.machine(), chip.channel(channel).rail->label);
    text = fault.replaces ? fault.text : std::to_string(value) + "\n";
    return 0;
  };
}

// Sums over the enabled channels; currents only when all shunts are equal.
ReadText summed(Ina3221& chip, Reader read, bool needs_equal_shunts) {
  return [&chip, read, needs_equal_shunts](std::string& text) {
    std::int64_t sum = 0, shunt = 0;
    for (int i = 0; i < Ina3221::kChannels; ++i) {
      const Ina3221::Channel& one = chip.channel(i);
      if (!one.enabled) continue;
      if (needs_equal_shunts && shunt != 0 && one.shunt_uohm != shunt) return ENODATA;
      shunt = one.shunt_uohm;
      std::int64_t value = 0;
      if (const int error = (chip.*read)(i, value)) return error;
      sum += value;
    }
    if (shunt == 0) return ENODATA;
    text = std::to_string(sum) + "\n";
    return 0;
  };
}

// 5.10 counts the averaging into update_interval, later drivers leave it out.
bool interval_has_samples(Ina3221& chip) {
  return chip.machine().rules.generation == "5.10";
}

std::int64_t update_interval_ms(Ina3221& chip) {
  const std::int64_t factor = interval_has_samples(chip) ? chip.samples() : 1;
  return (chip.pass_us() * factor + 500) / 1000;
}

int write_update_interval(Ina3221& chip, std::string_view text) {
  const auto value = parse_signed(text);
  if (!value) return EINVAL;
  constexpr std::int64_t kLongest_ms = 1'000'000;  // -1 arrives in the driver as a huge unsigned number
  const std::int64_t ms = *value < 0 ? kLongest_ms : std::min(*value, kLongest_ms);
  const std::int64_t factor = interval_has_samples(chip) ? chip.samples() : 1;
  chip.set_conversion_us(ms * 1000 / (2 * std::max(chip.enabled_channels(), 1) * factor));
  return 0;
}

int write_samples(Ina3221& chip, std::string_view text) {
  const auto value = parse_signed(text);
  if (!value) return EINVAL;
  chip.set_samples(*value);
  return 0;
}

int write_enable(Ina3221& chip, int channel, std::string_view text) {
  const auto value = parse_signed(text);
  if (!value) return EINVAL;
  chip.enable(channel, *value != 0);
  return 0;
}

int write_shunt(Ina3221& chip, int channel, std::string_view text) {
  const auto value = parse_signed(text);
  if (!value) return EINVAL;
  chip.channel(channel).shunt_uohm = std::clamp<std::int64_t>(*value, 1, 1'000'000'000);
  return 0;
}

void add_limit(Tree& tree, const std::string& path) {
  auto limit = std::make_shared<std::int64_t>(32760);
  tree.attribute(path, integer([limit] { return *limit; }), [limit](std::string_view text) {
    const auto value = parse_signed(text);
    if (!value) return EINVAL;
    *limit = std::clamp<std::int64_t>(*value, 0, 32760) / 8 * 8;
    return 0;
  });
}

void add_channel(Tree& tree, Ina3221& chip, const std::string& base, int channel) {
  const std::string n = number(channel + 1), shunt = number(channel + 4);
  tree.attribute(base + "in" + n + "_input", measured(chip, channel, &Ina3221::read_bus_mv));
  tree.attribute(base + "curr" + n + "_input", measured(chip, channel, &Ina3221::read_current_ma));
  tree.attribute(base + "in" + shunt + "_input", measured(chip, channel, &Ina3221::read_shunt_uv));
  tree.attribute(base + "in" + n + "_enable",
                 integer([&chip, channel] { return chip.channel(channel).enabled ? 1 : 0; }),
                 [&chip, channel](std::string_view text) { return write_enable(chip, channel, text); });
  tree.attribute(base + "shunt" + n + "_resistor",
                 integer([&chip, channel] { return chip.channel(channel).shunt_uohm; }),
                 [&chip, channel](std::string_view text) { return write_shunt(chip, channel, text); });
  add_limit(tree, base + "curr" + n + "_max");
  add_limit(tree, base + "curr" + n + "_crit");
  tree.constant(base + "curr" + n + "_max_alarm", "0");
  tree.constant(base + "curr" + n + "_crit_alarm", "0");
  if (chip.channel(channel).rail == nullptr) return;  // without a label in the device tree there is no label file
  const std::string label = chip.channel(channel).rail->label;
  tree.attribute(base + "in" + n + "_label",
                 [&chip, channel](std::string& text) {
                   text = chip.label(channel) + "\n";
                   return 0;
                 })
      .present = [&chip, label] { return !chip.machine().faults.has("label-gone", label); };
}

// Numbers are big-endian in a device tree.
std::string cell(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

void add_channel_nodes(Tree& tree, Ina3221& chip, const std::string& node) {
  for (int channel = 0; channel < Ina3221::kChannels; ++channel) {
    const Ina3221::Channel& one = chip.channel(channel);
    const std::string folder = node + "/channel@" + number(channel);
    add_node(tree, folder, "channel", "");
    add_property(tree, folder + "/reg", cell(static_cast<std::uint32_t>(channel)));
    if (one.rail == nullptr) {
      add_property(tree, folder + "/status", std::string("disabled") + '\0');
      continue;
    }
    add_property(tree, folder + "/label", one.rail->label + '\0');
    add_property(tree, folder + "/shunt-resistor-micro-ohms", cell(static_cast<std::uint32_t>(one.shunt_uohm)));
  }
}

}  // namespace

void add_hwmon_files(Tree& tree, Ina3221& chip) {
  const ChipSpec& spec = chip.spec();
  const std::string device = i2c_directory(spec);
  const std::string base = device + "/hwmon/" + spec.node + "/";
  add_channel_nodes(tree, chip, add_i2c_sensor(tree, spec));
  for (int channel = 0; channel < Ina3221::kChannels; ++channel) add_channel(tree, chip, base, channel);
  tree.attribute(base + "in7_input", summed(chip, &Ina3221::read_shunt_uv, false));
  tree.constant(base + "in7_label", "sum of shunt voltages");
  tree.attribute(base + "curr4_input", summed(chip, &Ina3221::read_current_ma, true));
  add_limit(tree, base + "curr4_crit");
  tree.constant(base + "curr4_crit_alarm", "0");
  tree.attribute(base + "samples", integer([&chip] { return chip.samples(); }),
                 [&chip](std::string_view text) { return write_samples(chip, text); });
  tree.attribute(base + "update_interval", integer([&chip] { return update_interval_ms(chip); }),
                 [&chip](std::string_view text) { return write_update_interval(chip, text); });
}

}  // namespace wattline::jetsim
