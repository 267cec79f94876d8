// SPDX-License-Identifier: Apache-2.0
// Thermal zones, and the over-current events that neither cpufreq nor devfreq shows.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "io/meta.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// A temperature at which the kernel acts.
struct TripPoint {
  std::string type;  // passive: it slows the machine down; hot and critical: it shuts it down
  double celsius;
};

struct ThermalZone {
  std::string name;
  io::Attribute file;
  fs::path directory;
  bool constant;  // tells no temperature: the PMIC's on L4T r32 always reads the same
  // In degrees Celsius; empty when the zone is powered down (EAGAIN, or -256 degrees). Allocates nothing.
  std::optional<double> read_c();
  // The lowest one that slows down or shuts down; those of type active only turn up the fan. Empty when there is none.
  std::optional<TripPoint> lowest_trip() const;
};
// Of its name: a zone that always tells the same.
bool tells_no_temperature(std::string_view zone);
// In the order of their names.
std::vector<ThermalZone> thermal_zones(const io::Root& root);
// For the meta file of a run: zone.NAME.trip_c and zone.NAME.trip_type of each zone that tells a temperature and has
// one.
io::Meta trip_point_facts(const io::Root& root);
// The hottest zone that tells a temperature; empty when there is none.
std::optional<double> hottest_zone_c(const io::Root& root);

// Machine paths of the over-current counters: ocN_event_cnt of driver tegra23x_oc, L4T r35 and later. They follow an
// event within about two seconds.
std::vector<std::string> over_current_counters(const io::Root& root);
// Their sum since boot; empty when there are none.
std::optional<std::int64_t> throttle_events(const io::Root& root);

}  // namespace wattline::platform
