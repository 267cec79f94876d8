// SPDX-License-Identifier: Apache-2.0
#include "platform/power/energy_counter.hpp"

#include <map>

#include "catch.hpp"
#include "platform/power/rails.hpp"
#include "rail_trees.hpp"

using namespace wattline;
using namespace wattline::platform;
using test::SysfsTree;

namespace {

Rails discover(const SysfsTree& tree) {
  const io::Root root = tree.root();
  return discover_rails(root, detect_board(root));
}

std::map<std::string, Scope> scopes(const Rails& rails) {
  std::map<std::string, Scope> by_name;
  for (const Rail& rail : rails.list) by_name[rail.name] = rail.scope;
  return by_name;
}

}  // namespace

TEST_CASE("RAPL power is the energy since the last reading, across a wrap of the counter", "[rails]") {
  SysfsTree tree;
  const std::string package = "/sys/class/powercap/intel-rapl:0";
  tree.file(package + "/name", "package-0").file(package + "/energy_uj", "65532510987");
  tree.file(package + "/max_energy_range_uj", "65532610987");
  tree.file(package + ":0/name", "core").file(package + ":0/energy_uj", "1");
  tree.file(package + ":1/name", "dram").file(package + ":1/energy_uj", "1");
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "package-0 + package-0.dram");
  CHECK(scopes(rails)["package-0.core"] == Scope::nested);
  CHECK_FALSE(rails.list[0].read(1'000'000'000).power_w);
  tree.file(package + "/energy_uj", "400000");
  CHECK(rails.list[0].read(1'100'000'000).power_w.value() == Approx(5.0));
}

namespace {

// A package, whose counter one of these tests moves.
struct Package {
  explicit Package(const std::string& range_uj, const std::string& rated_uw = "") {
    tree.file(folder + "/name", "package-0").file(folder + "/energy_uj", "0");
    if (!range_uj.empty()) tree.file(folder + "/max_energy_range_uj", range_uj);
    if (!rated_uw.empty()) tree.file(folder + "/constraint_0_max_power_uw", rated_uw);
    rails = discover(tree);
  }
  Reading at(double time_s, std::int64_t counter_uj) {
    tree.file(folder + "/energy_uj", std::to_string(counter_uj));
    return rails.list[0].read(static_cast<std::int64_t>(time_s * 1e9));
  }
  SysfsTree tree;
  const std::string folder = "/sys/class/powercap/intel-rapl:0";
  Rails rails;
};

constexpr const char* kRange = "262143328850";

}  // namespace

TEST_CASE("a counter that begins again gives no power for that sample, with the reason", "[rails]") {
  for (const std::int64_t before_uj :
       {std::int64_t{50'000'000'000}, std::int64_t{262'000'000'000}, std::int64_t{500'000}}) {
    Package package(kRange, "125000000");
    package.at(1, before_uj);
    const Reading reading = package.at(1.5, 100'000);
    CHECK_FALSE(reading.power_w);
    REQUIRE(reading.problem != nullptr);
    const Reading next = package.at(2, 100'000 + 7'500'000);
    CHECK(next.power_w.value() == Approx(15));
    CHECK(next.problem == nullptr);
  }
}

TEST_CASE("no step of a counter gives more than a package can draw", "[rails]") {
  for (const char* range : {"", "0", "-5", "1000000", kRange}) {
    Package package(range, "65000000");
    package.at(1, 20'000'000'000);
    CHECK_FALSE(package.at(1.1, 19'999'900'000).power_w);                   // a little back
    CHECK_FALSE(package.at(1.2, 90'000'000'000).power_w);                   // a leap
    CHECK(package.at(1.3, 90'010'000'000).power_w.value() == Approx(100));  // turbo
  }
}

TEST_CASE("a counter of a wrong range is not taken to wrap there", "[rails]") {
  Package package("65532610987");
  package.at(1, 262'143'000'000);
  CHECK_FALSE(package.at(1.5, 100'000).power_w);
}

TEST_CASE("wraps between two samples are counted when the counter is followed", "[rails]") {
  Package package("100000000");
  CHECK(package.rails.list[0].follow_every_s == Approx(0.05));
  package.at(1, 90'000'000);
  CHECK_FALSE(package.at(6, 90'000'000).power_w);
  CHECK(package.at(6.01, 90'000'000).power_w.value() == 0);
  std::int64_t counter_uj = 90'000'000;
  for (int i = 1; i <= 100; ++i) {
    counter_uj = (counter_uj + 2'500'000) % 100'000'000;  // 50 W
    package.tree.file(package.folder + "/energy_uj", std::to_string(counter_uj));
    package.rails.list[0].follow(6'010'000'000 + i * std::int64_t{50'000'000});
  }
  CHECK(package.at(11.01, counter_uj).power_w.value() == Approx(50));
}

TEST_CASE("a counter whose range is not known is followed so often that no wrap is missed", "[rails]") {
  Package package("");
  CHECK(package.rails.list[0].follow_every_s == Approx(0.02));
  package.at(1, 9'000'000);
  std::int64_t counter_uj = 9'000'000;
  for (int i = 1; i <= 50; ++i) {
    counter_uj = (counter_uj + 4'000'000) % 10'000'000;  // 200 W, wraps 20 times per second
    package.tree.file(package.folder + "/energy_uj", std::to_string(counter_uj));
    package.rails.list[0].follow(1'000'000'000 + i * std::int64_t{20'000'000});
  }
  CHECK_FALSE(package.at(2.02, counter_uj).power_w);
}

TEST_CASE("a counter has a bound of its own", "[rails]") {
  Package package(kRange);
  package.at(1, 0);
  const Reading reading = package.at(2, 10'000'000);
  CHECK(resolution_w(package.rails.list[0].sensor, reading) == Approx(0.010061));  // 1 ms of 10 W, and its unit
}

TEST_CASE("dies that show the counter of their socket are counted once", "[rails]") {
  SysfsTree tree;
  for (const char* die : {"0", "1"}) {
    const std::string folder = std::string("/sys/class/powercap/intel-rapl:") + die;
    tree.file(folder + "/name", std::string("package-0-die-") + die).file(folder + "/energy_uj", "1000000");
  }
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "package-0-die-0");
  CHECK(rails.list[1].scope == Scope::nested);
  REQUIRE(rails.notes.size() == 1);
  tree.file("/sys/class/powercap/intel-rapl:1/energy_uj", "1500000");
  CHECK(discover(tree).total_rule == "package-0-die-0 + package-0-die-1");
  tree.file("/sys/class/powercap/intel-rapl:1/energy_uj", "1000000");
  tree.file("/sys/class/powercap/intel-rapl:1/name", "package-1-die-0");
  CHECK(discover(tree).total_rule == "package-0-die-0 + package-1-die-0");
}
