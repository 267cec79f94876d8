// SPDX-License-Identifier: Apache-2.0
#include "platform/board/thermal.hpp"

#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;

namespace {

void zone(test::SysfsTree& tree, int number, const std::string& type, const std::string& temp) {
  const std::string base = "/sys/class/thermal/thermal_zone" + std::to_string(number);
  tree.file(base + "/type", type).file(base + "/temp", temp);
}

}  // namespace

TEST_CASE("the hottest zone counts, without powered-down zones and the PMIC") {
  test::SysfsTree tree;
  CHECK_FALSE(platform::hottest_zone_c(tree.root()));
  zone(tree, 0, "cpu-thermal", "45500");
  zone(tree, 1, "cv0-thermal", "-256000");
  zone(tree, 2, "PMIC-Die", "100000");
  zone(tree, 10, "tj-thermal", "47250");
  zone(tree, 11, "gpu-thermal", "broken");
  CHECK(*platform::hottest_zone_c(tree.root()) == Approx(47.25));
}

TEST_CASE("over-current counters are added up") {
  test::SysfsTree tree;
  CHECK_FALSE(platform::throttle_events(tree.root()));
  const std::string chip = "/sys/class/hwmon/hwmon3";
  tree.file(chip + "/name", "soctherm_oc").file(chip + "/oc1_event_cnt", "2").file(chip + "/oc3_event_cnt", "5");
  tree.file(chip + "/oc3_throt_en", "1");
  CHECK(*platform::throttle_events(tree.root()) == 7);
}

TEST_CASE("the lowest trip point at which the kernel slows down counts, not the steps of a fan") {
  test::SysfsTree tree;
  zone(tree, 0, "cpu-thermal", "45500");
  zone(tree, 1, "gpu-thermal", "45500");
  zone(tree, 2, "PMIC-Die", "100000");
  const auto trip = [&](int number, int index, const std::string& type, const std::string& celsius) {
    const std::string base =
        "/sys/class/thermal/thermal_zone" + std::to_string(number) + "/trip_point_" + std::to_string(index);
    tree.file(base + "_type", type).file(base + "_temp", celsius).file(base + "_hyst", "0");
  };
  trip(0, 0, "active", "35000");
  trip(0, 1, "critical", "104500");
  trip(0, 2, "passive", "99000");
  trip(0, 3, "hot", "-274000");
  trip(2, 0, "passive", "1000");
  const io::Meta wanted{{"zone.cpu-thermal.trip_c", "99.0"}, {"zone.cpu-thermal.trip_type", "passive"}};
  CHECK(platform::trip_point_facts(tree.root()) == wanted);
}
