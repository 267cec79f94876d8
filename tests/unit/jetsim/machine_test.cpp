// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "machine_bench.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

const std::string kPolicy4 = "/sys/devices/system/cpu/cpufreq/policy4/";

}  // namespace

TEST_CASE("Every sensor chip has a name on its bus, whatever its driver") {
  for (const std::string& name : board_names()) {
    Bench bench(name.c_str());
    for (const ChipSpec& chip : bench.machine.board.chips) {
      INFO(name << ", " << chip.device);
      CHECK(bench.read(i2c_directory(chip) + "/name") == chip.driver + "\n");
    }
  }
}

TEST_CASE("Every board file gives a board that answers and draws power") {
  for (const std::string& name : board_names()) {
    INFO(name);
    Bench bench(name.c_str());
    bench.wait(1000 * kMillisecondNs);
    CHECK(bench.total() > 0.5);
    CHECK(bench.read("/sys/devices/system/cpu/present") != "");
    CHECK(bench.files.tree().find("/sys/class/devfreq") != nullptr);
  }
}

TEST_CASE("A board file has the rows of its base for the keys that it does not have itself") {
  const test::Folder folder;
  const auto write = [&](const std::string& name, const std::string& rows) {
    std::ofstream(folder.file(name + ".tsv")) << "key\tvalue\tsource\n" << rows;
    return folder.file(name + ".tsv");
  };
  write("old", "l4t\t32 7.1\tx\nzone\ta\tx\nzone\tb\tx\nfan\tpwm-fan\tx\n");
  write("middle", "base\told\tx\nl4t\t35 4.1\tx\n");
  const BoardFile board(write("young", "base\tmiddle\tx\nzone\tc\tx\nfan\t\tx\n"));
  CHECK(board.text("l4t") == "35 4.1");
  CHECK(board.all("zone") == std::vector<std::string>{"c"});
  CHECK(board.text("fan").empty());
  CHECK_THROWS_AS(BoardFile(write("lost", "base\tnosuch\tx\n")), Error);
  CHECK_THROWS_AS(BoardFile(write("self", "base\tself\tx\n")), Error);
}

TEST_CASE("An unknown board is refused with the list of known ones") {
  CHECK_THROWS_AS(BoardSpec("nosuch"), Error);
  CHECK_THROWS_AS(BoardSpec("../boards/agx-orin"), Error);
}

TEST_CASE("A load that is dropped leaves the board idle") {
  Bench bench("agx-orin");
  bench.wait(1000 * kMillisecondNs);
  const double idle = bench.total();
  auto load = bench.train();
  bench.wait(100 * kMillisecondNs);
  CHECK(bench.total() > 2 * idle);
  load.reset();
  bench.wait(100 * kMillisecondNs);
  CHECK(bench.total() == Approx(idle).epsilon(0.05));
}

TEST_CASE("Lower clocks draw less power under the same load") {
  Bench bench("agx-orin");
  const auto load = bench.train();
  bench.wait(10 * kMillisecondNs);
  const double fast = bench.total();
  REQUIRE(bench.write("/sys/devices/17000000.ga10b/devfreq/17000000.ga10b/max_freq", "318750000") == 0);
  bench.wait(10 * kMillisecondNs);
  CHECK(bench.total() < 0.7 * fast);
}

TEST_CASE("Announced segments are charged for exactly their time") {
  Bench bench("agx-orin");
  bench.wait(10 * kMillisecondNs);
  const auto load = bench.machine.load.open();
  const std::int64_t start = bench.machine.now_ns();
  load->set_mean({0, 0, 0, 0});
  load->announce({start + 50 * kMillisecondNs, kTraining});
  load->announce({start + 60 * kMillisecondNs, {0, 0, 0, 0}});
  bench.wait(100 * kMillisecondNs);
  const EnergyLedger& ledger = bench.machine.ledger;
  const double busy = ledger.mean(0, start, start + 50 * kMillisecondNs),
               rest = ledger.mean(0, start + 50 * kMillisecondNs, start + 60 * kMillisecondNs);
  CHECK(busy > 3 * rest);
  CHECK(ledger.mean(0, start, start + 60 * kMillisecondNs) == Approx((busy * 5 + rest) / 6));
}

TEST_CASE("A frozen policy keeps limits and clock, and follows again when the fault is gone") {
  Bench bench("agx-orin");
  const std::string before = bench.read(kPolicy4 + "scaling_cur_freq");
  bench.machine.set_fault("stuck-core:5");
  CHECK(bench.write(kPolicy4 + "scaling_min_freq", "1190400") == 0);
  CHECK(bench.read(kPolicy4 + "scaling_min_freq") == "115200\n");
  CHECK(bench.read(kPolicy4 + "scaling_cur_freq") == before);
  bench.machine.faults.clear();
  CHECK(bench.write(kPolicy4 + "scaling_min_freq", "1190400") == 0);
  CHECK(bench.read(kPolicy4 + "scaling_cur_freq") == "1190400\n");
}

TEST_CASE("With a stale clock the limits follow and the clock does not") {
  Bench bench("agx-orin");
  bench.machine.set_fault("stale-clock:4");
  bench.machine.advance();
  CHECK(bench.write(kPolicy4 + "scaling_min_freq", "1190400") == 0);
  CHECK(bench.read(kPolicy4 + "scaling_min_freq") == "1190400\n");
  CHECK(bench.read(kPolicy4 + "scaling_cur_freq") == "115200\n");
}

TEST_CASE("Under load some limits are seen late, and the same ones under the same seed") {
  const auto stale = [](std::uint64_t seed) {
    Bench bench("agx-orin", seed);
    const auto load = bench.machine.load.open();
    load->set_mean({12, 1, 1, 0.5});
    bench.wait(10 * kMillisecondNs);
    std::string pattern;
    for (int i = 0; i < 60; ++i) {
      const std::string wanted = i % 2 == 0 ? "1190400" : "2201600";
      bench.write(kPolicy4 + "scaling_max_freq", wanted.c_str());
      pattern += bench.read(kPolicy4 + "scaling_max_freq") == wanted + "\n" ? '.' : 's';
      bench.wait(600 * kMillisecondNs);
      CHECK(bench.read(kPolicy4 + "scaling_max_freq") == wanted + "\n");
    }
    return pattern;
  };
  const std::string first = stale(7);
  CHECK(first.find('s') != std::string::npos);
  CHECK(first.find('.') != std::string::npos);
  CHECK(stale(7) == first);
}

TEST_CASE("A power-gating mask can only change before the GPU was used") {
  Bench bench("agx-orin");
  const std::string mask = "/sys/devices/17000000.ga10b/tpc_pg_mask";
  CHECK(bench.write(mask, "248") == 0);
  const auto load = bench.train();
  bench.wait(10 * kMillisecondNs);
  CHECK(bench.write(mask, "248") == 0);
  CHECK(bench.write(mask, "0") == ENODEV);
}

TEST_CASE("The silicon warms up under load, and power with it") {
  Bench bench("agx-orin");
  const auto load = bench.train();
  bench.wait(100 * kMillisecondNs);
  const double cold = bench.total();
  bench.wait(300'000 * kMillisecondNs);
  CHECK(bench.machine.celsius() > 45);
  CHECK(bench.total() > cold);
  CHECK(bench.total() < 1.2 * cold);
}

TEST_CASE("Faults are checked when they are set") {
  Faults faults;
  CHECK_THROWS_AS(faults.set("nosuch"), Error);
  CHECK_THROWS_AS(faults.set("stuck-core"), Error);
  CHECK_THROWS_AS(faults.set("stuck-gpu:1"), Error);
  faults.set("stuck-core:5");
  faults.set("stuck-core:5");
  CHECK(faults.to_text() == "stuck-core:5\n");
}

TEST_CASE("Time at each clock is accounted for") {
  Bench bench("agx-orin");
  REQUIRE(bench.write(kPolicy4 + "scaling_min_freq", "1190400") == 0);
  bench.wait(2000 * kMillisecondNs);
  const std::string states = bench.read(kPolicy4 + "stats/time_in_state");
  CHECK(states.find("1190400 200\n") != std::string::npos);
  const std::string moves = bench.read("/sys/devices/17000000.ga10b/devfreq/17000000.ga10b/trans_stat");
  CHECK(moves.find("* 114750000:") != std::string::npos);
}

TEST_CASE("A meddling service brings the saved mode's limits back at its period") {
  Bench bench("agx-orin");
  bench.machine.set_fault("meddle:5s");
  REQUIRE(bench.write(kPolicy4 + "scaling_max_freq", "1190400") == 0);
  bench.wait(4000 * kMillisecondNs);
  CHECK(bench.read(kPolicy4 + "scaling_max_freq") == "1190400\n");
  bench.wait(2000 * kMillisecondNs);
  CHECK(bench.read(kPolicy4 + "scaling_max_freq") == "1728000\n");
  CHECK(bench.read(kPolicy4 + "scaling_min_freq") == "729600\n");
}

TEST_CASE("The over-current circuit halves clocks and counts as long as it lasts") {
  Bench bench("agx-orin");
  const std::string counter = "/sys/devices/platform/soctherm-oc-event/hwmon/hwmon0/oc3_event_cnt";
  REQUIRE(bench.write(kPolicy4 + "scaling_min_freq", "2201600") == 0);
  bench.wait(5000 * kMillisecondNs);
  bench.machine.set_fault("throttle");
  bench.wait(950 * kMillisecondNs);
  CHECK(bench.read(kPolicy4 + "scaling_cur_freq") == "1100800\n");
  CHECK(bench.read(counter) == "10\n");
  bench.machine.faults.clear();
  bench.wait(5000 * kMillisecondNs);
  CHECK(bench.read(kPolicy4 + "scaling_cur_freq") == "2201600\n");
  CHECK(bench.read(counter) == "10\n");
}

TEST_CASE("A refused BPMP read is empty on old kernels and an error on new ones") {
  const std::string rate = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
  Bench old("agx-orin"), recent("thor");
  old.machine.set_fault("emc-unreadable");
  recent.machine.set_fault("emc-unreadable");
  CHECK(old.read(rate).empty());
  CHECK(recent.read(rate) == "errno " + std::to_string(EINVAL));
}

TEST_CASE("Labels can be swapped, their rails are not") {
  Bench bench("nano");
  const std::string chip = "/sys/devices/50000000.host1x/546c0000.i2c/i2c-6/6-0040/iio:device0/";
  const std::string power = bench.read(chip + "in_power0_input");
  bench.machine.set_fault("swapped-labels");
  CHECK(bench.read(chip + "rail_name_0") == "POM_5V_GPU\n");
  CHECK(bench.read(chip + "rail_name_1") == "POM_5V_IN\n");
  CHECK(bench.read(chip + "in_power0_input") == power);
}
