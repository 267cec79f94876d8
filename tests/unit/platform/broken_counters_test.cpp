// SPDX-License-Identifier: Apache-2.0
// Counters that go back, begin again or jump, because a disk was replaced, a module was loaded again or a core was off.
#include <cmath>

#include "base/units.hpp"
#include "catch.hpp"
#include "platform/load/block_device.hpp"
#include "platform/load/board_load.hpp"
#include "platform/load/clock_times.hpp"
#include "platform/load/cpu_load.hpp"
#include "platform/load/load_columns.hpp"
#include "platform/load/process_cpu.hpp"
#include "platform/mode/knobs.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::platform;
using test::SysfsTree;

namespace {

// A disk whose counters one of these tests moves, once per second.
struct Disk {
  LoadRow at(int second, const std::string& counters) {
    tree.file("/stat", counters);
    if (!load) load.emplace(BlockDevice{"sda", "sda", tree.at("/stat").string()});
    LoadRow row;
    load->read(row, second * kSecondNs);
    return row;
  }
  SysfsTree tree;
  std::optional<DiskLoad> load{};
};

bool is_empty(const LoadRow& row) {
  return std::isnan(row.read_per_s) && std::isnan(row.write_per_s) && std::isnan(row.read_b_per_s) &&
         std::isnan(row.write_b_per_s) && std::isnan(row.read_await_ms) && std::isnan(row.write_await_ms) &&
         std::isnan(row.queue) && std::isnan(row.util_pct);
}

}  // namespace

TEST_CASE("a disk in the place of another one gives no row, and rows again from the next one on") {
  Disk disk;
  disk.at(1, "1000 0 80000 500 200 0 1600 100 0 600 600");
  const LoadRow replaced = disk.at(2, "10 0 800 5 2 0 16 1 0 6 6");
  CHECK(is_empty(replaced));
  CHECK(replaced.broken == std::vector<std::string>{disk.tree.at("/stat").string()});
  const LoadRow next = disk.at(3, "30 0 1800 25 2 0 16 1 0 16 26");
  CHECK(next.broken.empty());
  CHECK(next.read_per_s == 20);
  CHECK(next.read_b_per_s == 1000 * 512);
  CHECK(next.read_await_ms == 1);
  CHECK(next.util_pct == Approx(1));
}

TEST_CASE("the times of a disk wrap at 32 bits while its requests are counted on") {
  Disk disk;
  disk.at(1, "1000 0 8000 4294967286 0 0 0 0 0 4294967196 4294967196");
  const LoadRow row = disk.at(2, "1010 0 8080 10 0 0 0 0 0 400 400");
  CHECK(row.broken.empty());
  CHECK(row.read_await_ms == 2);
  CHECK(row.util_pct == Approx(50));
  CHECK(row.queue == Approx(0.5));
}

TEST_CASE("a disk is never busier than all the time, and its bytes are what a disk can read") {
  Disk disk;
  disk.at(1, "0 0 0 0 0 0 0 0 0 0 0");
  CHECK(disk.at(2, "10 0 80 10 0 0 0 0 0 1010 10").util_pct == 100);
  CHECK(is_empty(disk.at(3, "20 0 160 20 0 0 0 0 0 9000 20")));
  CHECK(is_empty(disk.at(4, "30 0 9000000000000000000 30 0 0 0 0 0 9010 30")));
}

TEST_CASE("after a disk that could not be read, the next row is the first") {
  Disk disk;
  disk.at(1, "10 0 80 10 0 0 0 0 0 10 10");
  disk.at(2, "");
  const LoadRow row = disk.at(3, "20 0 160 20 0 0 0 0 0 20 20");
  CHECK(is_empty(row));
  CHECK(row.broken.empty());
}

TEST_CASE("clock times that were begun again give no shares, as those of cores that were off") {
  const ClockTimes before{{"cpu.policy0", {{1000, 50}, {2000, 0}}}, {"gpu", {{500, 1}}}};
  const auto after = [](double at_1000_s, double at_2000_s) {
    return ClockTimes{{"cpu.policy0", {{1000, at_1000_s}, {2000, at_2000_s}}}, {"gpu", {{500, 5}}}};
  };
  const ClockShares good = clock_shares(before, after(51, 3), 4);
  CHECK(good.shares.at("cpu.policy0") == std::map<std::int64_t, double>{{1000, 25}, {2000, 75}});
  const ClockShares began_again = clock_shares(before, after(1, 3), 4);
  CHECK(began_again.broken == std::vector<std::string>{"cpu.policy0"});
  CHECK(began_again.shares.count("cpu.policy0") == 0);
  CHECK(began_again.shares.at("gpu").at(500) == 100);
  CHECK(clock_shares(before, after(5000, 3), 4).broken == std::vector<std::string>{"cpu.policy0"});
}

namespace {

double cpu_pct_at(SysfsTree& tree, CpuLoad& load, int second, const std::string& ticks) {
  tree.file("/proc/stat", "cpu  " + ticks + "\ncpu0 " + ticks);
  LoadRow row;
  load.read(row, second * kSecondNs);
  return row.cpu_pct;
}

}  // namespace

TEST_CASE("CPU time that goes back or jumps has no share, and no share is above 100 %") {
  SysfsTree tree;
  tree.file("/proc/stat", "cpu  0 0 0 0 0 0 0 0");
  Cpus cpus;
  cpus.order = {0};
  CpuLoad load(tree.root(), cpus);
  CHECK(std::isnan(cpu_pct_at(tree, load, 1, "100 0 0 100 50 0 0 0")));
  CHECK(cpu_pct_at(tree, load, 2, "140 0 0 160 50 0 0 0") == Approx(40));
  CHECK(std::isnan(cpu_pct_at(tree, load, 3, "200 0 0 160 30 0 0 0")));  // waiting for I/O went back
  CHECK(cpu_pct_at(tree, load, 4, "210 0 0 250 30 0 0 0") == Approx(10));
  CHECK(std::isnan(cpu_pct_at(tree, load, 5, "10 0 0 5 0 0 0 0")));
  CHECK(std::isnan(cpu_pct_at(tree, load, 6, "20 0 0 95 0 0 0 1844674407370")));  // stolen, after a migration
}

TEST_CASE("pressure that goes back has no share and names its file, and no share is above 100 %") {
  SysfsTree tree;
  const auto total = [&](long long us) {
    tree.file("/proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + std::to_string(us));
  };
  total(0);
  BoardLoad load(tree.root(), {});
  LoadRow row;
  const auto pct_at = [&](int second, long long us) {
    total(us);
    clear_numbers(row);
    load.read(row, second * kSecondNs);
    return row.psi_io_pct;
  };
  CHECK(std::isnan(pct_at(1, 1'000'000)));
  CHECK(pct_at(2, 1'500'000) == Approx(50));
  CHECK(pct_at(3, 2'600'000) == 100);
  CHECK(row.broken.empty());
  CHECK(std::isnan(pct_at(4, 10)));
  CHECK(row.broken == std::vector<std::string>{tree.at("/proc/pressure/io").string()});
  CHECK(std::isnan(pct_at(5, 900'000'000)));
}

namespace {

struct Process {
  Process() { tree.file("/proc/77/task/77/children", ""); }
  double share_at(int second, int ticks, const std::string& start = "500") {
    tree.file("/proc/77/stat", "77 (a) S 1 77 77 0 -1 0 0 0 0 0 " + std::to_string(ticks) + " 0 0 0 20 0 1 0 " + start);
    LoadRow row;
    row.cpus_online = 2;
    cpu.read(row, second * kSecondNs);
    return row.proc_cpu_pct;
  }
  SysfsTree tree;
  ProcessCpu cpu{tree.root(), 77};
};

}  // namespace

TEST_CASE("processes never use more than all cores") {
  Process process;
  process.share_at(1, 100);
  CHECK(process.share_at(2, 301) == 100);
  CHECK(std::isnan(process.share_at(3, 9000)));
  CHECK(std::isnan(process.share_at(4, 100)));
  CHECK(process.share_at(5, 200) == Approx(50));
}

TEST_CASE("another process with the number of the watched one is not it") {
  Process process;
  process.share_at(1, 100);
  CHECK(std::isnan(process.share_at(2, 150, "90000")));
  CHECK(std::isnan(process.share_at(3, 160, "90000")));
}

TEST_CASE("over-current events are not known when their counter went back") {
  SysfsTree tree;
  const std::string counter = "/sys/class/hwmon/hwmon3/oc1_event_cnt";
  tree.file("/sys/class/hwmon/hwmon3/name", "soctherm_oc").file(counter, "2");
  MachineState asked;
  asked.events[counter] = 5;
  const Machine machine = find_machine(tree.root());
  const auto knobs = read_side_knobs(machine, asked);
  REQUIRE(knobs.size() == 1);
  CHECK(knobs[0].unknown);
  CHECK_FALSE(knobs[0].verified);
  CHECK(knobs[0].problem == "its counter went back: events since the mode was asked for are not known");
}
