// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rail.hpp"

#include <cmath>

#include "base/enum_name.hpp"

namespace wattline::platform {

const char* to_string(Scope scope) {
  return enum_name(scope, {"total", "part", "nested", "outside"});
}

double resolution_w(const Sensor& sensor, const Reading& reading) {
  if (reading.step_w > 0) return reading.step_w;
  if (sensor.power_lsb_w > 0) return sensor.power_lsb_w;
  return std::fabs(reading.voltage_v.value_or(0)) * sensor.current_lsb_a +
         std::fabs(reading.current_a.value_or(0)) * sensor.voltage_lsb_v;
}

}  // namespace wattline::platform
