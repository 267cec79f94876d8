// SPDX-License-Identifier: Apache-2.0
// drivers/hwmon/ina238.c: in0 = shunt, in1 = bus in mV, curr1 in mA, power1 in uW; 16 bits.
#include <cmath>

#include "base/error.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kWindow_ns = 8'400'000;  // eight conversions of 1052 us in turn, the reset default
constexpr double kBusLsb_mv = 3.125, kShuntLsb_uv = 5;

struct Reading {
  double millivolts, milliamperes, shunt_uv;
};

double rounded(double value, double step) {
  return std::round(value / step) * step;
}

Reading convert(const EmulatedMachine& machine, const RailSpec& rail, std::size_t index) {
  const bool ideal = machine.options.ideal_sensors;
  const double watts =
      ideal ? machine.rail_watts()[index] : machine.ledger.mean(index, machine.now_ns() - kWindow_ns, machine.now_ns());
  const double volts = bus_volts(rail, watts), shunt = watts / volts * static_cast<double>(rail.shunt_uohm);
  const double shunt_uv = ideal ? shunt : rounded(shunt, kShuntLsb_uv);
  return {ideal ? volts * 1000 : rounded(volts * 1000, kBusLsb_mv),
          shunt_uv * 1000 / static_cast<double>(rail.shunt_uohm), shunt_uv};
}

using Value = double (*)(const Reading&);

void add_value(Tree& tree, EmulatedMachine& machine, const std::string& path, std::size_t index, Value value) {
  const RailSpec& rail = machine.board.rails[index];
  tree.attribute(path, [&machine, &rail, index, value](std::string& text) {
    wait_for_bus(machine);
    const RailFault fault = rail_fault(machine, rail.label);
    if (fault.error != 0) return fault.error;
    text = fault.replaces ? fault.text : std::to_string(std::llround(value(convert(machine, rail, index)))) + "\n";
    return 0;
  });
}

}  // namespace

std::size_t rail_of(const BoardSpec& board, const ChipSpec& spec) {
  for (std::size_t i = 0; i < board.rails.size(); ++i) {
    if (board.rails[i].chip == spec.device) return i;
  }
  throw data_error(board.file.path() + ": no rail for " + spec.device);
}

void add_ina238_files(Tree& tree, EmulatedMachine& machine, const ChipSpec& spec) {
  const std::size_t index = rail_of(machine.board, spec);
  const std::string device = i2c_directory(spec), base = device + "/hwmon/" + spec.node + "/";
  const auto add = [&](const char* name, Value value) { add_value(tree, machine, base + name, index, value); };
  add_i2c_sensor(tree, spec);
  add("in0_input", [](const Reading& r) { return r.shunt_uv / 1000; });
  add("in1_input", [](const Reading& r) { return r.millivolts; });
  add("curr1_input", [](const Reading& r) { return r.milliamperes; });
  add("power1_input", [](const Reading& r) { return r.millivolts * r.milliamperes; });
  tree.attribute(base + "temp1_input", integer([&machine] { return std::llround(machine.celsius() - 5) * 1000; }));
}

}  // namespace wattline::jetsim
