// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/parse.hpp"
#include "jetsim/files/system_files.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

namespace {

// Zones differ by a few degrees around the junction temperature; the GPU's is the hottest under load.
double zone_celsius(const EmulatedMachine& machine, const std::string& place) {
  const double tj = machine.celsius();
  if (place == "cpu") return tj - 1.5;
  if (place == "gpu") return tj - 0.5;
  if (place == "soc") return tj - 3;
  return tj;
}

// Of the thermal core: the parameters of its governor power_allocator, and one trip point, above which step_wise slows
// down the first cooling device. No emulated board gets as hot.
void add_zone_files(Tree& tree, const std::string& base) {
  for (const char* name : {"k_d", "k_i", "k_po", "k_pu", "integral_cutoff", "sustainable_power", "offset"})
    add_number(tree, base + name, 0);
  add_number(tree, base + "slope", 1);
  tree.constant(base + "available_policies", "power_allocator user_space step_wise bang_bang fair_share ");
  add_word(tree, base + "policy", {"step_wise", "power_allocator", "user_space", "bang_bang", "fair_share"});
  tree.constant(base + "trip_point_0_type", "passive");
  tree.constant(base + "trip_point_0_temp", "99000");
  add_number(tree, base + "trip_point_0_hyst", 0);
  tree.link_to(base + "cdev0", "/sys/devices/virtual/thermal/cooling_device0");
  tree.constant(base + "cdev0_trip_point", "0");
  add_number(tree, base + "cdev0_weight", 0);
}

void add_zone(Tree& tree, EmulatedMachine& machine, int number, const std::string& value) {
  const auto words = split_blanks(value);
  const std::string base = "/sys/devices/virtual/thermal/thermal_zone" + std::to_string(number) + "/";
  const std::string place(words.size() > 1 ? words[1] : "tj");
  tree.constant(base + "type", std::string(words[0]));
  add_word(tree, base + "mode", {"enabled", "disabled"});
  const std::size_t colon = place.find(':');
  if (place == "off") {
    tree.attribute(base + "temp", [](std::string&) { return EAGAIN; });  // a powered-down unit of r36
  } else if (colon != std::string::npos) {
    tree.constant(base + "temp", place.substr(colon + 1));  // the PMIC of r32 reads the same at all times
  } else {
    tree.attribute(base + "temp",
                   integer([&machine, place] { return std::lround(zone_celsius(machine, place) * 2) * 500; }));
  }
  add_zone_files(tree, base);
  add_device(tree, {base.substr(0, base.size() - 1), "class/thermal"});
}

// Over-current events by kind (driver tegra23x_oc): 1 under-voltage, 2 average, 3 instantaneous.
void add_over_current(Tree& tree, EmulatedMachine& machine) {
  const std::string base = "/sys/devices/platform/soctherm-oc-event/hwmon/hwmon0/";
  add_hwmon_device(tree, "/sys/devices/platform/soctherm-oc-event/hwmon/hwmon0", "soctherm_oc");
  for (const int kind : {1, 2, 3}) {
    const std::string oc = base + "oc" + std::to_string(kind);
    tree.attribute(oc + "_event_cnt", integer([&machine, kind] { return kind == 3 ? machine.throttle_events() : 0; }));
    tree.constant(oc + "_throt_en", "1");
  }
}

}  // namespace

void add_thermal_files(Tree& tree, EmulatedMachine& machine) {
  int number = 0;
  for (const std::string& zone : machine.board.file.all("zone")) add_zone(tree, machine, number++, zone);
  if (machine.board.l4t_major >= 35) add_over_current(tree, machine);
}

}  // namespace wattline::jetsim
