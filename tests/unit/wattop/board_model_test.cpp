// SPDX-License-Identifier: Apache-2.0
#include "wattop/board_model.hpp"

#include "catch.hpp"
#include "wattop_rows.hpp"

using namespace wattline;
using namespace wattline::wattop;
using test::a_board;
using test::a_load_row;
using test::a_power_row;

namespace {

const RailView& rail_of(const BoardModel& model, const std::string& name) {
  for (const RailView& rail : model.state().rails) {
    if (rail.name == name) return rail;
  }
  throw std::runtime_error("no rail " + name);
}

}  // namespace

TEST_CASE("the latest row of a rail is its present power, and a minute of them its history") {
  BoardModel model = a_board();
  CHECK(rail_of(model, "TOTAL").power_w() == 10);
  CHECK(model.state().ticks == 2);
  for (double second = 2; second <= 200; ++second) model.take(a_power_row(second, "TOTAL", second));
  const RailView& total = rail_of(model, "TOTAL");
  CHECK(total.power_w() == 200);
  CHECK(total.history.front().mono_s == 140);
  CHECK(total.history.size() == 61);
  model.take(a_power_row(201, "TOTAL", std::nullopt));
  CHECK_FALSE(total.power_w().has_value());
}

TEST_CASE("joules are those of the library's integral, since the start or since the last reset") {
  BoardModel model = a_board();
  CHECK(rail_of(model, "TOTAL").energy.energy_j() == Approx(10));
  CHECK(rail_of(model, "VDD_CPU").energy.energy_j() == Approx(4));
  model.take(a_power_row(2, "TOTAL", 20));
  CHECK(rail_of(model, "TOTAL").energy.energy_j() == Approx(10 + 15));
  model.reset_energy();
  CHECK(rail_of(model, "TOTAL").energy.readings() == 0);
  model.take(a_power_row(3, "TOTAL", 20));
  model.take(a_power_row(5, "TOTAL", 20));
  CHECK(rail_of(model, "TOTAL").energy.energy_j() == Approx(40));
}

TEST_CASE("the meta rows have the board, the mode and the limits of its clocks") {
  const BoardModel model = a_board();
  const BoardReadings& state = model.state();
  CHECK(state.model == "A Board");
  CHECK(state.mode == "4c/1190400k/905250k/2133000k");
  CHECK(state.limits.gpu.value == 905250000);
  CHECK(state.pinned == true);
  BoardModel odd;
  odd.take_power_meta({{"mode_start", "4c/nonsense/-/-"}});
  CHECK(odd.state().limits.cpu.kind == Field::Kind::keep);
  CHECK_FALSE(odd.state().pinned.has_value());
}

TEST_CASE("the mode that was in force while a command ran is the one of a recording") {
  BoardModel model;
  model.take_power_meta({{"mode_start", "1c/-/-/-"}, {"mode_during", "2c/-/-/-"}});
  CHECK(model.state().mode == "2c/-/-/-");
}

TEST_CASE("zones are sorted by temperature, and one that always tells the same is left out") {
  const BoardModel model = a_board();
  REQUIRE(model.state().zones.size() == 2);
  CHECK(model.state().zones[0].name == "gpu");
  CHECK(model.state().zones[0].celsius == 51);
}

TEST_CASE("a counter of throttling that grows is an event with its time") {
  BoardModel model = a_board();
  CHECK(model.state().events.empty());
  LoadSample row = a_load_row(2);
  row.load.oc_events = 5;
  row.load.uv_events = 0;
  model.take(row);
  REQUIRE(model.state().events.size() == 1);
  CHECK(model.state().events[0].time_s == 1002);
  CHECK(model.state().events[0].text == "over-current throttling: 2 more, 5 since boot");
  row.load.uv_events = 1;
  row.load.oc_events = 1;  // it was reset, and what it counted in between is not known
  model.take(row);
  row.load.uv_events = 0;
  model.take(row);
  REQUIRE(model.state().events.size() == 3);
  CHECK(model.state().events[1].text == "under-voltage alarm");
  CHECK(model.state().events[2].text == "under-voltage alarm ended");
}

TEST_CASE("over-current events of one stretch of time are one event, which begins with the first") {
  BoardModel model = a_board();
  for (const double second : {2.0, 3.0, 12.0, 30.0}) {
    LoadSample row = a_load_row(second);
    row.load.oc_events = 3 + second;
    model.take(row);
  }
  const auto& events = model.state().events;
  REQUIRE(events.size() == 2);
  CHECK(events[0].time_s == 1002);
  CHECK(events[0].text == "over-current throttling: 12 more, 15 since boot");
  CHECK(events[1].text == "over-current throttling: 18 more, 33 since boot");
}

TEST_CASE("a clock below what it is pinned to is an event, with the reason that the row shows") {
  BoardModel model = a_board();
  LoadSample row = a_load_row(2);
  row.load.core_khz = {1190400, 595200};  // one policy at the clock of the mode
  row.load.gpu_hz = 900000000;            // within the tolerance
  row.load.emc_hz = 0;                    // switched off
  model.take(row);
  CHECK(model.state().events.empty());
  row.time.time_s = 1003;
  row.load.gpu_hz = 452625000;
  row.load.oc_events = 4;
  model.take(row);
  REQUIRE(model.state().events.size() == 2);
  CHECK(model.state().events[1].text == "GPU clock 453 MHz, it was pinned to 905 MHz (over-current)");
  model.take(row);
  row.time.time_s = 1004;
  row.load.gpu_hz = 905250000;
  row.load.core_khz = {595200, 595200};
  model.take(row);
  REQUIRE(model.state().events.size() == 4);
  CHECK(model.state().events[2].text == "CPU clock 595 MHz, it was pinned to 1190 MHz");
  CHECK(model.state().events[3].text == "GPU clock is back at 905 MHz");
}

TEST_CASE("a clock that may vary is never below") {
  BoardModel model;
  model.take_power_meta({{"mode_start", "4c/1190400k/905250k/-"}, {"clocks_pinned", "0"}});
  LoadSample row = a_load_row(1);
  row.load.gpu_hz = 114750000;
  model.take(row);
  CHECK(model.state().events.empty());
}

TEST_CASE("rows without any time, and names that a terminal would act on, do no harm") {
  BoardModel model = a_board();
  RailSample timeless = a_power_row(9, "TOTAL", 1);
  timeless.time = {};
  model.take(timeless);
  CHECK(rail_of(model, "TOTAL").power_w() == 10);
}

TEST_CASE("a zone is at the distance from its trip point that the meta rows say, and reaching it is an event") {
  BoardModel model;
  model.take_load_meta({{"zone.gpu.trip_c", "52.0"}, {"zone.gpu.trip_type", "passive"}, {"clocks_capped", "cpu emc"}});
  model.take(a_load_row(0));
  REQUIRE(model.state().zones.size() == 2);
  CHECK(model.state().zones[0].below_trip() == Approx(1));
  CHECK_FALSE(model.state().zones[1].trip.has_value());
  CHECK(model.state().capped == std::set<std::string>{"cpu", "emc"});
  CHECK(model.state().events.empty());
  auto hot = a_load_row(1);
  hot.load.zone_temps = "cpu=40.5,gpu=52.0";
  model.take(hot);
  model.take(hot);
  model.take(a_load_row(2));
  REQUIRE(model.state().events.size() == 2);
  CHECK(model.state().events[0].text == "gpu at 52.0 C, not below its trip point of 52.0 C (passive)");
  CHECK(model.state().events[1].text == "gpu at 51.0 C, below its trip point of 52.0 C (passive)");
}
