// SPDX-License-Identifier: Apache-2.0
#include "platform/thermal.hpp"

#include <algorithm>

#include "io/attribute.hpp"

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

std::vector<std::string> overcurrent_counters(const io::Root& root) {
  const std::string chips = "/sys/class/hwmon/";
  std::vector<std::string> counters;
  for (const std::string& chip : io::list_directory(root.path(chips))) {
    if (io::read_text(root.path(chips + chip + "/name")) != "soctherm_oc") continue;
    for (const std::string& name : io::list_directory(root.path(chips + chip))) {
      if (is_counter(name)) counters.push_back(chips + chip + "/" + name);
    }
  }
  return counters;
}

std::optional<std::int64_t> throttle_events(const io::Root& root) {
  std::optional<std::int64_t> sum;
  for (const std::string& counter : overcurrent_counters(root)) {
    if (const auto count = io::read_int(root.path(counter))) sum = sum.value_or(0) + *count;
  }
  return sum;
}

}  // namespace wattline::platform
