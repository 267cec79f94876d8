// SPDX-License-Identifier: Apache-2.0
// A power rail: what a machine can measure of its own power, and which rails add up to its total.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wattline::platform {

// part: adds up to the total. nested: inside a part, never added. outside: beyond the total (carrier, whole system).
enum class Scope { total, part, nested, outside };
const char* to_string(Scope scope);

// One reading. A quantity that the sensor has not, or that could not be read, is empty; `error` is the errno then.
struct Reading {
  std::optional<double> voltage_v, current_a, power_w;
  int error = 0;
  const char* problem = nullptr;  // why a counter that could be read gives no power
  double step_w = 0;              // of a counter: one step of this power; 0 = as its sensor says
};

// How a rail is measured, and how well.
struct Sensor {
  std::string driver;        // ina3221, ina3221x, ina238, rapl, nvml, hwmon
  std::string verified;      // where this driver's code has run: device, driver or tree
  double voltage_lsb_v = 0;  // resolution of what the sensor converts; 0 = it has no such value
  double current_lsb_a = 0;
  double power_lsb_w = 0;
  std::optional<double> shunt_ohm;
  std::optional<int> averaging;  // conversions that one reading averages
  double window_s = 0;           // time that one reading averages over; 0 = not known
  bool counter = false;          // power_w is the mean since the previous reading, from an energy counter
};

// Smallest step of power at this reading.
double resolution_w(const Sensor& sensor, const Reading& reading);

struct Rail {
  std::string name;
  std::string path;  // machine path of the directory with its attributes
  int channel = 0;   // of its chip, from 1
  Scope scope = Scope::outside;
  std::string parent;  // of a nested rail
  Sensor sensor;
  // Reads the sensor; allocates nothing. mono_ns is the time now, of use to counters.
  std::function<Reading(std::int64_t mono_ns)> read;
  // Of a counter: looks at it between two readings, which is needed this often. Else empty and 0.
  std::function<void(std::int64_t mono_ns)> follow{};
  double follow_every_s = 0;
};

struct Rails {
  std::vector<Rail> list;
  // "VDD_IN" or "A + B": the rails with scope part. Empty: no rule for this machine, or a part is absent.
  std::string total_rule;
  std::vector<std::string> notes;  // what a user should know about these rails
  std::string no_total;            // why there is no TOTAL, when parts of the board's rule were not found
};

}  // namespace wattline::platform
