// SPDX-License-Identifier: Apache-2.0
#include "platform/thermal.hpp"

#include <algorithm>
#include <string>

#include "io/attribute.hpp"
#include "platform/hwmon.hpp"

namespace wattline::platform {

namespace {

constexpr double kPerDegree = 1000;
constexpr std::int64_t kPoweredDown = -100000;  // the driver says -256000

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool is_counter(const std::string& name) {
  return starts_with(name, "oc") && name.find("_event_cnt") != std::string::npos;
}

}  // namespace

std::optional<double> hottest_zone_c(const io::Root& root) {
  const auto zones = root.path("/sys/class/thermal");
  std::optional<double> hottest;
  for (const std::string& name : io::list_directory(zones)) {
    if (!starts_with(name, "thermal_zone")) continue;
    const auto type = io::read_text(zones / name / "type");
    const auto value = io::read_int(zones / name / "temp");
    if (!value || *value < kPoweredDown || (type && starts_with(*type, "PMIC"))) continue;
    const double celsius = static_cast<double>(*value) / kPerDegree;
    hottest = std::max(hottest.value_or(celsius), celsius);
  }
  return hottest;
}

std::optional<std::int64_t> throttle_events(const io::Root& root) {
  std::optional<std::int64_t> sum;
  for (const auto& chip : hwmon_chips(root, "soctherm_oc")) {
    for (const std::string& name : io::list_directory(chip)) {
      if (!is_counter(name)) continue;
      if (const auto count = io::read_int(chip / name)) sum = sum.value_or(0) + *count;
    }
  }
  return sum;
}

}  // namespace wattline::platform
