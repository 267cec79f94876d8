// SPDX-License-Identifier: Apache-2.0
// drivers/hwmon/ina238.c: in0 = shunt, in1 = bus in mV, curr1 in mA, power1 in uW; 16 bits.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <functional>
#include <memory>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kWindow_ns = 8'400'000;  // eight conversions of 1052 us in turn, the reset default
constexpr double kBusLsb_mv = 3.125, kShuntLsb_uv = 5;
constexpr std::int64_t kMaxPower_uw_mohm = 67'107'840'000;  // the largest limit with a shunt of 1 mOhm

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

// A limit that can be set and its alarm. The chip starts with the widest limits.
struct Limit {
  const char* name;  // "in1_max", which has in1_max_alarm
  std::int64_t initial, lowest, highest;
  bool is_max;
};

void add_limit(Tree& tree, const std::string& base, const Limit& limit, const std::function<std::int64_t()>& input) {
  auto value = std::make_shared<std::int64_t>(limit.initial);
  tree.attribute(base + limit.name, integer([value] { return *value; }), [value, limit](std::string_view text) {
    const auto number = to_int64(trim(text));
    if (!number) return EINVAL;
    *value = std::clamp(*number, limit.lowest, limit.highest);
    return 0;
  });
  tree.attribute(base + limit.name + "_alarm", integer([value, input, is_max = limit.is_max] {
                   return (is_max ? input() > *value : input() < *value) ? 1 : 0;
                 }));
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
  const Value shunt_mv = [](const Reading& r) { return r.shunt_uv / 1000; };
  const Value bus_mv = [](const Reading& r) { return r.millivolts; };
  const Value power_uw = [](const Reading& r) { return r.millivolts * r.milliamperes; };
  add("in0_input", shunt_mv);
  add("in1_input", bus_mv);
  add("curr1_input", [](const Reading& r) { return r.milliamperes; });
  add("power1_input", power_uw);
  const auto celsius = [&machine] { return std::llround(machine.celsius() - 5) * 1000; };
  tree.attribute(base + "temp1_input", integer(celsius));
  const RailSpec& rail = machine.board.rails[index];
  const auto read = [&machine, &rail, index](Value value) {
    return [&machine, &rail, index, value] { return std::llround(value(convert(machine, rail, index))); };
  };
  const std::int64_t max_uw = kMaxPower_uw_mohm * 1000 / rail.shunt_uohm;
  for (const bool is_max : {false, true}) {
    add_limit(tree, base, {is_max ? "in0_max" : "in0_min", is_max ? 163 : -163, -163, 163, is_max}, read(shunt_mv));
    add_limit(tree, base, {is_max ? "in1_max" : "in1_min", is_max ? 102'396 : 0, 0, 102'396, is_max}, read(bus_mv));
  }
  add_limit(tree, base, {"power1_max", max_uw, 0, max_uw, true}, read(power_uw));
  add_limit(tree, base, {"temp1_max", 255'875, -256'000, 255'875, true}, celsius);
}

}  // namespace wattline::jetsim
