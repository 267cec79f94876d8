// SPDX-License-Identifier: Apache-2.0
#include "joules/group_power.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"

using namespace wattline;
using joules::GroupPower;

namespace {

constexpr double kWatts[] = {6, 9, 20};
const std::vector<std::string> kStages{"overhead", "stall", "compute"};

// Steps of three stages with known power, and a chip that averages over windows that follow each other.
struct Training {
  std::vector<double> bounds{100}, joules{0};  // of stages: times, and the energy until then
  std::mt19937 random;
  explicit Training(unsigned seed, int steps, double stall_spread) : random(seed) {
    std::uniform_real_distribution<double> spread(1 - stall_spread, 1 + stall_spread);
    std::normal_distribution<double> noise(0, 0.05);
    for (int i = 0; i < steps; ++i) {
      for (const double mean_s : {0.002, 0.020, 0.040}) {
        const std::size_t stage = (bounds.size() - 1) % 3;
        const double length_s = mean_s * spread(random);
        joules.push_back(joules.back() + length_s * kWatts[stage] * (1 + noise(random)));
        bounds.push_back(bounds.back() + length_s);
      }
    }
  }
  double energy_until(double t_s) const {
    const auto above = std::upper_bound(bounds.begin(), bounds.end(), t_s);
    if (above == bounds.begin()) return 0;
    if (above == bounds.end()) return joules.back();
    const auto i = static_cast<std::size_t>(above - bounds.begin());
    const double part = (t_s - bounds[i - 1]) / (bounds[i] - bounds[i - 1]);
    return joules[i - 1] + part * (joules[i] - joules[i - 1]);
  }
  double energy_of(std::size_t stage) const {
    double sum = 0;
    for (std::size_t i = stage; i + 1 < bounds.size(); i += 3) sum += joules[i + 1] - joules[i];
    return sum;
  }
  double length_of(std::size_t stage) const {
    double sum = 0;
    for (std::size_t i = stage; i + 1 < bounds.size(); i += 3) sum += bounds[i + 1] - bounds[i];
    return sum;
  }
};

EnergyResult covered(double length_s) {
  EnergyResult sum;
  sum.length_s = length_s;
  sum.coverage_pct = 100;
  return sum;
}

// What joules --fit says of each stage, from readings every interval_s of a sensor with this window.
std::vector<EnergyResult> fitted(const Training& training, double window_s, double interval_s) {
  GroupPower power({{window_s, 0.0, false}}, true);
  std::size_t next = 0, last_conversion = 0;
  for (double t_s = training.bounds.front() + window_s; t_s < training.bounds.back(); t_s += interval_s) {
    for (; next + 1 < training.bounds.size() && training.bounds[next] < t_s; ++next) {
      joules::Interval interval;
      interval.start_s = training.bounds[next];
      interval.end_s = training.bounds[next + 1];
      interval.fields = {kStages[next % 3]};
      power.open(interval);
    }
    const auto conversion = static_cast<std::size_t>(t_s / window_s);
    const double end_s = static_cast<double>(conversion) * window_s;
    const double watts = (training.energy_until(end_s) - training.energy_until(end_s - window_s)) / window_s;
    power.read({0, t_s, std::round(watts * 1000) / 1000, conversion == last_conversion});
    last_conversion = conversion;
  }
  std::vector<EnergyResult> results(3);
  for (std::size_t stage = 0; stage < 3; ++stage) {
    results[stage] = power.fitted(covered(training.length_of(stage)), {kStages[stage]}, 0).value_or(EnergyResult{});
  }
  return results;
}

struct Tally {
  int known = 0, within = 0;
  double widest = 0;  // bound, relative to the energy
};

Tally tally(int steps, double stall_spread, double window_s, double interval_s) {
  Tally tally;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Training training(seed, steps, stall_spread);
    const auto results = fitted(training, window_s, interval_s);
    for (std::size_t stage = 0; stage < 3; ++stage) {
      if (!results[stage].energy_j) continue;
      const double truth_j = training.energy_of(stage);
      ++tally.known;
      tally.within += std::fabs(*results[stage].energy_j - truth_j) <= *results[stage].error_j ? 1 : 0;
      tally.widest = std::max(tally.widest, *results[stage].error_j / truth_j);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("a window has all of an interval, none of it, or the part on which both agree", "[joules]") {
  CHECK(joules::window_share(0, 10, 5, 1, 0) == 1);
  CHECK(joules::window_share(0, 4, 5, 1, 0) == 0);
  CHECK(joules::window_share(0, 4.25, 5, 1, 0) == Approx(0.25));
  CHECK(joules::window_share(4.25, 4.5, 5, 1, 0) == Approx(0.25));
  CHECK(joules::window_share(0, 4, 5, 1, 1) == Approx(0.5));  // the window ends somewhere between 4 and 5
  CHECK(joules::window_share(0, 4, 5, 1, 0.5) == Approx(0.25));
}

TEST_CASE("the energy of stages lies within its bound in 95 of 100 runs", "[joules]") {
  struct Sensor {
    double window_s, interval_s;
  };
  for (const Sensor sensor :
       {Sensor{0.0011, 0.001}, Sensor{0.0176, 0.005}, Sensor{0.0704, 0.002}, Sensor{0.0176, 0.0044}}) {
    CAPTURE(sensor.window_s, sensor.interval_s);
    const Tally result = tally(1000, 0.5, sensor.window_s, sensor.interval_s);
    CAPTURE(result.known, result.within, result.widest);
    CHECK(result.known >= 200);  // stall and compute; the overhead is short
    CHECK(result.within >= 0.95 * result.known);
  }
}

TEST_CASE("intervals that no reading reaches any more are forgotten", "[joules]") {
  const Training training(1, 50'000, 0.5);  // with all of them in memory, each reading would look at 150,000
  CHECK(fitted(training, 0.0704, 0.02)[2].energy_j);
}

TEST_CASE("a group that occurs in a small part of the run has no energy", "[joules]") {
  GroupPower power({{0.01, 0.0, false}}, true);
  for (int i = 0; i < 10'000; ++i) {
    joules::Interval interval;
    interval.start_s = 100 + 0.1 * i;
    interval.end_s = interval.start_s + 0.1;
    interval.fields = {i > 5000 && i < 5100 ? "rare" : "common"};
    power.open(interval);
    for (const double t_s : {0.03, 0.06, 0.09}) {
      power.read({0, interval.start_s + t_s, (interval.fields[0] == "rare" ? 9 : 5) + 0.01 * (i % 7), false});
    }
  }
  CHECK_FALSE(power.fitted(covered(1), {"rare"}, 0));
  const auto common = power.fitted(covered(1), {"common"}, 0);
  REQUIRE(common);
  CHECK(common->energy_j.value_or(0) == Approx(5.03).epsilon(0.01));
}

TEST_CASE("what the readings do not tell apart has no energy", "[joules]") {
  CHECK(tally(1000, 0, 0.062, 0.062).known <= 200);  // every window holds one whole step of the same stages
  CHECK(tally(20, 0.5, 0.0704, 0.0704).known == 0);  // too few readings
}
