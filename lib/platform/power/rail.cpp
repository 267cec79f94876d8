// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rail.hpp"

#include <cmath>

namespace wattline::platform {

const char* to_string(Scope scope) {
  switch (scope) {
    case Scope::total:
      return "total";
    case Scope::part:
      return "part";
    case Scope::nested:
      return "nested";
    case Scope::outside:
      return "outside";
  }
  return "NA";
}

double resolution_w(const Sensor& sensor, const Reading& reading) {
  if (sensor.power_lsb_w > 0) return sensor.power_lsb_w;
  return std::fabs(reading.voltage_v.value_or(0)) * sensor.current_lsb_a +
         std::fabs(reading.current_a.value_or(0)) * sensor.voltage_lsb_v;
}

}  // namespace wattline::platform
