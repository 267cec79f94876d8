// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/comparison.hpp"

#include "catch.hpp"
#include "simulated_runs.hpp"

using namespace wattline;
using test::SimulatedMachine;
using test::SimulatedRuns;
using wattcompare::Comparison;
using wattcompare::ComparisonVerdict;

namespace {

const Comparison& of(const std::vector<Comparison>& results, const std::string& quantity) {
  for (const Comparison& result : results) {
    if (result.quantity->name == quantity) return result;
  }
  throw std::runtime_error("no " + quantity);
}

// In how many of a hundred comparisons every quantity is called equal. `batch` gives other seeds.
int called_equal(const SimulatedMachine& machine, std::uint64_t batch, const wattcompare::Rules& rules = {}) {
  int equal = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto results = SimulatedRuns(machine, mix64(batch, i)).compare(rules);
    equal += std::all_of(results.begin(), results.end(), [](const Comparison& result) {
      return result.verdict == ComparisonVerdict::not_distinguishable;
    });
  }
  return equal;
}

// The share of a thousand.
double share_called_equal(const SimulatedMachine& machine, const wattcompare::Rules& rules = {}) {
  double sum = 0;
  for (std::uint64_t batch = 1; batch <= 10; ++batch) sum += called_equal(machine, batch, rules);
  return sum / 1000;
}

}  // namespace

TEST_CASE("equal commands are called equal in 94 of 100 comparisons, in all of their quantities", "[wattcompare]") {
  SimulatedMachine machine;
  for (std::uint64_t batch = 1; batch <= 10; ++batch) CHECK(called_equal(machine, batch) >= 94);
  CHECK(share_called_equal(machine) >= 0.95);
}

TEST_CASE("they are called equal as often under skewed noise, disturbed runs, a drift and a small cap",
          "[wattcompare]") {
  SimulatedMachine machine;
  machine.noise = test::exponential_noise;
  CHECK(share_called_equal(machine) >= 0.95);
  machine.noise = test::disturbed_noise;
  CHECK(share_called_equal(machine) >= 0.95);
  machine = {};
  machine.drift = 0.002;
  CHECK(share_called_equal(machine) >= 0.95);
  machine = {};
  machine.max_blocks = 10;
  CHECK(share_called_equal(machine) >= 0.95);
}

TEST_CASE("one quantity alone is called equal in 95 of 100 comparisons, and three commands are", "[wattcompare]") {
  wattcompare::Rules rules;
  rules.quantities = {"energy_j"};
  CHECK(share_called_equal({}, rules) >= 0.94);  // of a thousand, within two standard deviations of 0.95
  SimulatedMachine machine;
  machine.seconds = {60, 60, 60};
  machine.watts = {20, 20, 20};
  CHECK(share_called_equal(machine) >= 0.95);
}

TEST_CASE("a planted difference of 1 % of time, power or energy is found", "[wattcompare]") {
  int slower = 0, stronger = 0, costlier = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    SimulatedMachine machine;
    machine.seconds[1] *= 1.01;
    const auto slow = SimulatedRuns(machine, i).compare();
    slower += of(slow, "time_s").verdict == ComparisonVerdict::a_lower;
    costlier += of(slow, "step_energy_j").verdict == ComparisonVerdict::a_lower;
    machine = {};
    machine.watts[0] *= 1.01;
    stronger += of(SimulatedRuns(machine, i).compare(), "power_w").verdict == ComparisonVerdict::b_lower;
  }
  CHECK(slower == 100);
  CHECK(stronger >= 99);
  CHECK(costlier >= 99);
}

TEST_CASE("the intervals of 95 of 100 comparisons have the true differences", "[wattcompare]") {
  SimulatedMachine machine;
  machine.seconds[1] *= 1.01;
  machine.drift = 0.001;
  int right = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto results = SimulatedRuns(machine, i).compare();
    const auto holds = [&](const char* quantity, double difference) {
      return *of(results, quantity).low <= difference && *of(results, quantity).high >= difference;
    };
    right += holds("time_s", 0.6) && holds("power_w", 0) && holds("step_ms", 1.2);
  }
  CHECK(right >= 950);
}

TEST_CASE("a noisy machine gets more runs than a quiet one, up to the cap", "[wattcompare]") {
  SimulatedMachine machine;
  machine.time_noise = machine.power_noise = 0.0005;
  SimulatedRuns quiet(machine, 1);
  quiet.compare();
  CHECK(quiet.blocks() == 8);
  machine.time_noise = machine.power_noise = 0.005;
  SimulatedRuns usual(machine, 1);
  const auto results = usual.compare();
  CHECK(usual.blocks() > 8);
  CHECK(usual.blocks() < 60);
  for (const Comparison& result : results) {
    const double half_pct = (*result.high_pct() - *result.low_pct()) / 2;
    CHECK(half_pct < 0.75);  // 0.5 wanted; the later runs may vary more than the pilot
  }
  machine.time_noise = 0.05;
  SimulatedRuns noisy(machine, 1);
  noisy.compare();
  CHECK(noisy.blocks() == 60);
}

TEST_CASE("runs that never vary differ by what they differ", "[wattcompare]") {
  SimulatedMachine machine;
  machine.time_noise = machine.power_noise = 0;
  machine.seconds[1] = 60.001;
  const auto results = SimulatedRuns(machine, 1).compare();
  CHECK(of(results, "time_s").verdict == ComparisonVerdict::a_lower);
  CHECK(*of(results, "time_s").difference == Approx(0.001));
  CHECK(of(results, "power_w").verdict == ComparisonVerdict::not_distinguishable);
}

TEST_CASE("a quantity without values in four blocks is unknown, and one that nobody has gives no row",
          "[wattcompare]") {
  std::vector<wattcompare::MeasuredRun> runs;
  for (std::int64_t block = 1; block <= 8; ++block) {
    for (std::int64_t command = 1; command <= 2; ++command) {
      wattcompare::MeasuredRun run;
      run.block = block;
      run.command = run.position = command;
      run.time_s = 10 + static_cast<double>(block % 3);
      if (block <= 3) run.power_w = 5;
      runs.push_back(run);
    }
  }
  const auto results = wattcompare::compare(runs, {});
  REQUIRE(results.size() == 2);
  CHECK(of(results, "time_s").runs == 8);
  CHECK(of(results, "power_w").verdict == ComparisonVerdict::unknown);
  CHECK(of(results, "power_w").runs == 3);
}
