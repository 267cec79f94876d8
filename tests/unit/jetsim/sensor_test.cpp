// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <set>

#include "base/units.hpp"
#include "catch.hpp"
#include "fake_clock.hpp"
#include "jetsim/sensors/ina3221.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

EmulatedMachineOptions orin_nano(bool ideal = false) {
  EmulatedMachineOptions options;
  options.board = "orin-nano";
  options.ideal_sensors = ideal;
  return options;
}

struct SensorBench {
  explicit SensorBench(const EmulatedMachineOptions& options)
      : machine(options, clock), chip(machine, machine.board.chips[0]) {}
  void wait(std::int64_t ns) {
    clock.advance(ns);
    machine.advance();
  }
  test::FakeClock clock;
  EmulatedMachine machine;
  Ina3221 chip;
};

}  // namespace

TEST_CASE("Registers move in steps of 8 mV and of 40 uV over the shunt") {
  SensorBench bench(orin_nano());
  bench.chip.settle();
  std::int64_t mv = 0, ma = 0;
  for (int i = 0; i < 50; ++i) {
    bench.wait(100 * kMillisecondNs);
    REQUIRE(bench.chip.read_bus_mv(0, mv) == 0);
    REQUIRE(bench.chip.read_current_ma(0, ma) == 0);
    CHECK(mv % 8 == 0);
    CHECK(ma % 8 == 0);  // 40 uV over 5 mOhm
  }
}

TEST_CASE("An ideal sensor shows the power of the moment") {
  SensorBench bench(orin_nano(true));
  bench.wait(1000 * kMillisecondNs);
  std::int64_t mv = 0, ma = 0;
  REQUIRE(bench.chip.read_bus_mv(0, mv) == 0);
  REQUIRE(bench.chip.read_current_ma(0, ma) == 0);
  const double watts = bench.machine.rail_watts()[0];
  CHECK(static_cast<double>(mv * ma) * 1e-6 == Approx(watts).epsilon(0.002));
}

TEST_CASE("The readings of an ideal sensor add up to the energy, whatever happens between them") {
  SensorBench bench(orin_nano(true));
  const auto load = bench.machine.load.open();
  const std::int64_t start = bench.machine.now_ns();
  for (int i = 1; i <= 200; ++i)
    load->announce({start + i * 7 * kMillisecondNs, {1, i % 3 == 0 ? 1.0 : 0.0, i % 3 == 0 ? 1.0 : 0.0, 0.3}});
  double joules = 0;
  for (int i = 0; i < 60; ++i) {
    bench.wait(20 * kMillisecondNs);
    std::int64_t mv = 0, ma = 0;
    REQUIRE(bench.chip.read_bus_mv(0, mv) == 0);
    REQUIRE(bench.chip.read_current_ma(0, ma) == 0);
    joules += static_cast<double>(mv * ma) * 1e-6 * 0.020;
  }
  CHECK(joules == Approx(bench.machine.ledger.joules(0, start + 1200 * kMillisecondNs)).epsilon(0.002));
}

TEST_CASE("Between two conversions the register repeats itself") {
  SensorBench bench(orin_nano());
  bench.chip.set_conversion_us(1100);
  bench.wait(20 * kMillisecondNs);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 4; ++i) {
    std::int64_t uv = 0;
    REQUIRE(bench.chip.read_shunt_uv(0, uv) == 0);
    seen.insert(uv);
    bench.wait(kMillisecondNs / 10);
  }
  CHECK(seen.size() <= 2);  // at most one conversion ends within 0.4 ms of 6.6
}

TEST_CASE("A change of load arrives when the averaging window has passed") {
  SensorBench bench(orin_nano());
  bench.chip.set_samples(512);
  bench.chip.set_conversion_us(140);
  bench.chip.settle();
  bench.wait(2000 * kMillisecondNs);
  std::int64_t idle = 0, soon = 0, late = 0;
  REQUIRE(bench.chip.read_shunt_uv(0, idle) == 0);
  const auto load = bench.machine.load.open();
  load->set_mean({4, 1, 1, 0.8});
  bench.machine.advance();
  bench.wait(2 * kMillisecondNs);
  REQUIRE(bench.chip.read_shunt_uv(0, soon) == 0);
  bench.wait(900 * kMillisecondNs);
  REQUIRE(bench.chip.read_shunt_uv(0, late) == 0);
  CHECK(soon < (idle + late) / 2);
  CHECK(late > 2 * idle - 200);
}

TEST_CASE("A channel that is switched off or broken says so") {
  SensorBench bench(orin_nano());
  std::int64_t value = 0;
  bench.chip.enable(1, false);
  CHECK(bench.chip.read_bus_mv(1, value) == ENODATA);
  bench.machine.set_fault("rail-eio:VDD_IN");
  CHECK(bench.chip.read_bus_mv(0, value) == EIO);
}

TEST_CASE("A rail dies at the time that was set") {
  SensorBench bench(orin_nano());
  std::int64_t value = 0;
  bench.machine.set_fault("rail-dies:VDD_IN@5s");
  bench.wait(4900 * kMillisecondNs);
  CHECK(bench.chip.read_bus_mv(0, value) == 0);
  bench.wait(200 * kMillisecondNs);
  CHECK(bench.chip.read_bus_mv(0, value) == EIO);
}
