// SPDX-License-Identifier: Apache-2.0
// NVIDIA's ina3221x driver of kernel 4.9: IIO files, channels from 0, mV, mA, mW.
#include <cerrno>

#include "base/parse.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

struct Reading {
  std::int64_t mv = 0, ma = 0;
};

int read_pair(Ina3221& chip, int channel, Reading& reading) {
  if (const int error = chip.read_bus_mv(channel, reading.mv)) return error;
  return chip.read_current_ma(channel, reading.ma);
}

ReadText shown(Ina3221& chip, int channel, std::string (*format)(const Reading&)) {
  return [&chip, channel, format](std::string& text) {
    Reading reading;
    if (const int error = read_pair(chip, channel, reading)) return error;
    const RailFault fault = rail_fault(chip.machine(), chip.channel(channel).rail->label);
    text = fault.replaces ? fault.text : format(reading) + "\n";
    return 0;
  };
}

void add_channel(Tree& tree, Ina3221& chip, const std::string& base, int channel) {
  const std::string n = std::to_string(channel), label = chip.channel(channel).rail->label;
  tree.attribute(base + "rail_name_" + n,
                 [&chip, channel](std::string& text) {
                   text = chip.label(channel) + "\n";
                   return 0;
                 })
      .present = [&chip, label] { return !chip.machine().faults.has("label-gone", label); };
  tree.attribute(base + "in_voltage" + n + "_input",
                 shown(chip, channel, [](const Reading& r) { return std::to_string(r.mv); }));
  tree.attribute(base + "in_current" + n + "_input",
                 shown(chip, channel, [](const Reading& r) { return std::to_string(r.ma); }));
  tree.attribute(base + "in_power" + n + "_input",
                 shown(chip, channel, [](const Reading& r) { return std::to_string(r.mv * r.ma / 1000); }));
  tree.attribute(base + "ui_input_" + n, shown(chip, channel, [](const Reading& r) {
                   return std::to_string(r.mv) + " " + std::to_string(r.ma);
                 }));
  tree.constant(base + "in_current" + n + "_trigger_input", "0");
  tree.constant(base + "in_power" + n + "_trigger_input", "0");
  tree.constant(base + "crit_current_limit_" + n, "32760 ma");
  tree.constant(base + "warn_current_limit_" + n, "32760 ma");
  tree.constant(base + "crit_power_limit_" + n, "622440 mw");
}

}  // namespace

void add_iio_files(Tree& tree, Ina3221& chip) {
  const ChipSpec& spec = chip.spec();
  const std::string device = i2c_directory(spec), base = device + "/" + spec.node + "/";
  tree.constant(device + "/name", "ina3221x");
  tree.constant(base + "name", "ina3221x");
  tree.constant(base + "running_mode", chip.averages() ? "1" : "0");  // 0: one conversion per read
  for (int channel = 0; channel < Ina3221::kChannels; ++channel) {
    if (chip.channel(channel).rail != nullptr) add_channel(tree, chip, base, channel);
  }
  tree.link(device + "/iio_device", spec.node);  // by which programs for the TX2 look
  tree.link_to("/sys/bus/iio/devices/" + spec.node, device + "/" + spec.node);
  tree.link_to("/sys/bus/i2c/devices/" + spec.device, device);
  tree.link_to("/sys/bus/i2c/drivers/ina3221x/" + spec.device, device);
}

}  // namespace wattline::jetsim
