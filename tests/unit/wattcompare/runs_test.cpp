// SPDX-License-Identifier: Apache-2.0
// What surrounds the statistics: the order of runs, the energy of stretches, the step rows of a command.
#include <algorithm>
#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "measure/power_readings.hpp"
#include "scratch_folder.hpp"
#include "wattcompare/block_order.hpp"
#include "wattcompare/printed_steps.hpp"

using namespace wattline;
using namespace wattline::wattcompare;
using measure::PowerReadings;
using measure::Stretch;

TEST_CASE("a block and the one after it have each command equally late", "[wattcompare]") {
  for (const std::int64_t commands : {2, 3, 5}) {
    for (std::int64_t block = 1; block <= 20; block += 2) {
      auto order = block_order(commands, block, 7), next = block_order(commands, block + 1, 7);
      CHECK(std::equal(order.begin(), order.end(), next.rbegin()));
      std::sort(next.begin(), next.end());
      for (std::int64_t i = 0; i < commands; ++i) CHECK(next[static_cast<std::size_t>(i)] == i + 1);
    }
  }
}

TEST_CASE("the order is random, and the same for the same seed", "[wattcompare]") {
  int first = 0;
  for (std::int64_t block = 1; block < 400; block += 2) first += block_order(2, block, 1)[0] == 1;
  CHECK(first > 70);
  CHECK(first < 130);
  CHECK(block_order(5, 9, 3) == block_order(5, 9, 3));
  CHECK(block_order(5, 9, 3) != block_order(5, 9, 4));
}

namespace {

// 5 W until second 10, then 15 W, read every tenth of a second.
PowerReadings stepping_power() {
  PowerReadings readings;
  for (int i = 0; i <= 200; ++i) readings.add(i / 10.0, i <= 100 ? 5 : 15, i > 100 && i < 105);
  return readings;
}

}  // namespace

TEST_CASE("the energy of stretches is the sum of theirs", "[wattcompare]") {
  const PowerReadings readings = stepping_power();
  RailFacts facts;
  facts.error_w = 0.01;
  CHECK(*readings.energy({{1, 4}}, facts).energy_j == Approx(15));
  CHECK(*readings.energy({{1, 4}, {12, 14}}, facts).energy_j == Approx(45));
  CHECK(*readings.energy({{1, 4}, {12, 14}}, facts).mean_power_w == Approx(9));
  CHECK(*readings.energy({{2, 3}}, facts).error_j == Approx(0.01));
}

TEST_CASE("stretches that the readings do not cover have no energy", "[wattcompare]") {
  PowerReadings readings = stepping_power();
  CHECK(!readings.energy({{19, 21}}, {}).energy_j);
  CHECK(!readings.energy({}, {}).energy_j);
  readings.forget_until(3);
  CHECK(!readings.energy({{2, 5}}, {}).energy_j);
  CHECK(readings.energy({{3, 5}}, {}).energy_j);
}

TEST_CASE("stretches shorter than the sensor's window are summed where all together are longer", "[wattcompare]") {
  const PowerReadings readings = stepping_power();
  RailFacts facts;
  facts.window_s = 0.4;
  CHECK(!readings.energy({{2, 2.1}}, facts).energy_j);
  std::vector<Stretch> steps;
  for (int i = 0; i < 50; ++i) steps.push_back({2 + i / 10.0, 2.09 + i / 10.0});
  CHECK(*readings.energy(steps, facts).energy_j == Approx(50 * 0.09 * 5));
}

TEST_CASE("the level of the latest readings", "[wattcompare]") {
  const PowerReadings readings = stepping_power();
  CHECK(readings.level(20, 2)->mean_w == Approx(15));
  CHECK(readings.level(20, 2)->readings == 20);
  CHECK(readings.level(20, 40)->sd_w > 4);
  CHECK(!readings.level(30, 2));
}

namespace {

PrintedSteps steps_of(const std::string& text) {
  const test::Folder folder;
  std::ofstream(folder.file("out")) << text;
  return read_printed_steps(folder.file("out"), "out");
}

}  // namespace

TEST_CASE("the counted step rows of a command, those that follow each other as one stretch", "[wattcompare]") {
  const auto steps = steps_of(
      "start_mono_s\tend_mono_s\tphase\tstep_ms\tsource\n"
      "10.0\t11.0\tfirst\t1000\temulated\n"
      "11.0\t11.5\tcounted\t500\temulated\n"
      "11.5\t12.1\tcounted\t600\temulated\n"
      "13.0\t13.4\tcounted\t400\temulated\n");
  CHECK(steps.counted == 3);
  CHECK(steps.sum_ms == 1500);
  REQUIRE(steps.stretches.size() == 2);
  CHECK(steps.stretches[0].start_s == 11.0);
  CHECK(steps.stretches[0].end_s == 12.1);
  CHECK(steps.source == "emulated");
  CHECK(steps_of("start_mono_s\tend_mono_s\tstep_ms\n1\t2\t900\n2\t3\t800\n").counted == 1);
}

TEST_CASE("other output has no step rows, and a malformed row is an error", "[wattcompare]") {
  for (const char* text : {"", "no line feed", "epoch 1 of 3\nloss 0.5\n", "a\ta\n", "\n\n"}) {
    CHECK(steps_of(text).counted == 0);
    CHECK(!steps_of(text).found);
  }
  CHECK_THROWS_AS(steps_of("start_mono_s\tend_mono_s\tstep_ms\n1\t2\n"), Error);
  CHECK_THROWS_AS(steps_of("start_mono_s\tend_mono_s\tstep_ms\n1\t2\t1\n"), Error);  // in seconds
  CHECK_THROWS_AS(steps_of("start_mono_s\tend_mono_s\tstep_ms\n1\t2\t999\n5\t6\t999\n3\t4\t999\n"), Error);
}
