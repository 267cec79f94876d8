// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/command_modes.hpp"

#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::platform;

namespace {

const std::string kPolicy = "/sys/devices/system/cpu/cpufreq/policy0";

struct OneCore {
  OneCore() {
    tree.file("/sys/devices/system/cpu/present", "0").file("/sys/devices/system/cpu/online", "0");
    tree.file(kPolicy + "/related_cpus", "0").file(kPolicy + "/scaling_available_frequencies", "729600 1190400");
    cap("1190400");
  }
  void cap(const std::string& khz) { tree.file(kPolicy + "/scaling_max_freq", khz); }
  test::SysfsTree tree;
};

struct Change {
  std::int64_t at_ms;
  const char* khz;
};

// What a command of that length reports while the cap changes.
std::vector<std::string> modes_during(std::int64_t length_ms, const std::vector<Change>& changes) {
  OneCore board;
  const Machine machine = find_machine(board.tree.root());
  CommandModes modes(machine, 0);
  for (std::int64_t ms = 0; ms < length_ms; ms += 50) {
    for (const Change& change : changes) {
      if (change.at_ms == ms) board.cap(change.khz);
    }
    modes.tick(ms * 1'000'000);
  }
  std::vector<std::string> names;
  for (const auto& fact : modes.facts(length_ms * 1'000'000)) names.push_back(fact.second);
  return names;
}

using Modes = std::vector<std::string>;

}  // namespace

TEST_CASE("a mode that is set after the start and restored before the end is the one in force", "[mode]") {
  for (const std::int64_t length_ms : {2'100, 3'000, 4'100, 100'000}) {
    CHECK(modes_during(length_ms, {{400, "729600"}, {length_ms - 500, "1190400"}}) == Modes{"1c/729600k/-/-"});
  }
}

TEST_CASE("a mode that changes while the command runs is reported with the one before it", "[mode]") {
  CHECK(modes_during(6'000, {{3'000, "729600"}}) == Modes{"1c/1190400k/-/-", "1c/729600k/-/-"});
}

TEST_CASE("a command that ends within a quarter of a second has no mode of its own", "[mode]") {
  CHECK(modes_during(250, {}).empty());
  CHECK(modes_during(500, {}) == Modes{"1c/1190400k/-/-"});
}
