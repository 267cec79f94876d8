// SPDX-License-Identifier: Apache-2.0
#include "base/repetition.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "base/running_energy.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

double factor_of(int readings, const std::function<double(int)>& power_w) {
  Repetition repetition;
  for (int i = 0; i < readings; ++i) repetition.add(power_w(i));
  return repetition.factor();
}

// Training minibatches of 150 ms: 30 W for 80 ms, then 12 W; 21.6 W on average.
double minibatches(double t_s) {
  return std::fmod(t_s, 0.150) < 0.080 ? 30 : 12;
}

}  // namespace

TEST_CASE("readings that are independent, follow a trend or stay equal are no repetition") {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  for (int run = 0; run < 20; ++run) {
    CHECK(factor_of(300, [&](int) { return 20 + noise(random); }) <= 3);
  }
  CHECK(factor_of(300, [](int i) { return 20 + 0.01 * i; }) == 1);
  double walk = 20;
  CHECK(factor_of(300, [&](int) { return walk += 0.1 * noise(random); }) == 1);
  CHECK(factor_of(300, [](int) { return 20; }) == 1);
  CHECK(factor_of(10, [](int i) { return i % 2; }) == 1);  // too few to tell
}

TEST_CASE("readings at the same moments of a period are") {
  CHECK(factor_of(300, [](int i) { return minibatches(0.1 * i); }) == 1 + 2 * 10);
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  CHECK(factor_of(300, [&](int i) { return minibatches(0.1 * i) + noise(random); }) == 1 + 2 * 10);
  // Forgotten when the load has changed.
  CHECK(factor_of(3000, [&](int i) { return i < 1000 ? minibatches(0.1 * i) : 20 + noise(random); }) <= 3);
}

TEST_CASE("the bound of an energy holds when all readings fall at the same moments of a period") {
  for (const double start_s : {0.01, 0.03, 0.049}) {
    RunningEnergy energy({0.0066, std::nullopt, false});
    for (int i = 0; i <= 300; ++i) energy.add(0.1 * i, minibatches(start_s + 0.1 * i), 0, false);
    const double true_j = 21.6 * 30;
    CHECK(std::fabs(energy.energy_j() - true_j) <= energy.error_j());
    // Also when a steady load follows.
    std::mt19937_64 random(7);
    std::normal_distribution<double> noise;
    for (int i = 301; i <= 1200; ++i) energy.add(0.1 * i, 20 + noise(random), 0, false);
    CHECK(std::fabs(energy.energy_j() - true_j - 20 * 90) <= energy.error_j());
  }
}
