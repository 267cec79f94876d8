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
