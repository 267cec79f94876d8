// SPDX-License-Identifier: Apache-2.0
#include "platform/board/thermal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/attribute.hpp"
#include "io/unread.hpp"

namespace wattline::platform {

namespace {

constexpr double kPerDegree = 1000;
constexpr std::int64_t kSensible = 200'000;  // beyond, either way, the sensor is off: the driver says -256000

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool is_counter(const std::string& name) {
  return starts_with(name, "oc") && name.find("_event_cnt") != std::string::npos;
}

}  // namespace

std::optional<double> ThermalZone::read_c() {
  const auto value = file.read_int();
  if (!value) io::note_unread(file.path(), file.error());
  if (!value || *value < -kSensible || *value > kSensible) return std::nullopt;
  return static_cast<double>(*value) / kPerDegree;
}

std::optional<TripPoint> ThermalZone::lowest_trip() const {
  std::optional<TripPoint> lowest;
  for (const std::string& entry : io::list_directory(directory)) {
    const std::size_t end = entry.rfind("_type");
    if (!starts_with(entry, "trip_point_") || end == std::string::npos) continue;
    const std::string type = io::read_text(directory / entry).value_or("");
    const auto value = io::read_int(directory / (entry.substr(0, end) + "_temp"));
    if (type == "active" || !value || *value <= 0 || *value > kSensible) continue;  // 0 and less: switched off
    const double celsius = static_cast<double>(*value) / kPerDegree;
    if (!lowest || celsius < lowest->celsius) lowest = TripPoint{type, celsius};
  }
  return lowest;
}

bool tells_no_temperature(std::string_view zone) {
  return zone.substr(0, 4) == "PMIC";
}

std::vector<ThermalZone> thermal_zones(const io::Root& root) {
  const auto directory = root.path("/sys/class/thermal");
  std::vector<ThermalZone> zones;
  for (const std::string& entry : io::list_directory(directory)) {
    if (!starts_with(entry, "thermal_zone")) continue;
    const std::string name = io::read_text(directory / entry / "type").value_or(entry);
    zones.push_back({name, io::Attribute(directory / entry / "temp"), directory / entry, tells_no_temperature(name)});
  }
  return zones;
}

io::Meta trip_point_facts(const io::Root& root) {
  io::Meta facts;
  for (const ThermalZone& zone : thermal_zones(root)) {
    const auto trip = zone.constant ? std::nullopt : zone.lowest_trip();
    if (!trip) continue;
    facts.emplace_back("zone." + zone.name + ".trip_c", fmt::format("{:.1f}", trip->celsius));
    facts.emplace_back("zone." + zone.name + ".trip_type", trip->type);
  }
  return facts;
}

std::optional<double> hottest_zone_c(const io::Root& root) {
  std::optional<double> hottest;
  for (ThermalZone& zone : thermal_zones(root)) {
    if (zone.constant) continue;
    if (const auto celsius = zone.read_c()) hottest = std::max(hottest.value_or(*celsius), *celsius);
  }
  return hottest;
}

std::vector<std::string> over_current_counters(const io::Root& root) {
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
  for (const std::string& counter : over_current_counters(root)) {
    if (const auto count = io::read_int(root.path(counter))) sum = sum.value_or(0) + *count;
  }
  return sum;
}

}  // namespace wattline::platform
