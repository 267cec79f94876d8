// SPDX-License-Identifier: Apache-2.0
#include "model/account_fit.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

using namespace wattline;
using model::AccountFit;

namespace {

// Quantities: time, busy cores of a, busy cores of b.
Eigen::VectorXd rates(double a, double b) {
  return Eigen::Vector3d(1, a, b);
}
Eigen::VectorXd amounts(double time, double a, double b) {
  return Eigen::Vector3d(time, a, b);
}

// Idle 5 W, 3 W per core of a, 2 W per core of b, and a noise.
struct Board {
  std::mt19937 random{1};
  std::normal_distribution<double> noise{0, 0.05};
  void run(AccountFit& fit, std::size_t state, double a, double b, int stretches = 12) {
    for (int i = 0; i < stretches; ++i)
      fit.add(state, rates(a, b), amounts(0, 0, 0), 5 + 3 * a + 2 * b + noise(random));
  }
};

}  // namespace

TEST_CASE("programs that ran alone and together have their own energies", "[model]") {
  Board board;
  AccountFit fit;
  board.run(fit, 0, 0, 0);
  board.run(fit, 1, 2, 0);
  board.run(fit, 3, 1.2, 2);
  board.run(fit, 2, 0, 3);
  REQUIRE(fit.solve());
  const auto a = fit.energy_of(amounts(0, 100, 0)), idle = fit.energy_of(amounts(60, 0, 0));
  REQUIRE(a.energy_j);
  CHECK(*a.energy_j == Approx(300).epsilon(0.03));
  CHECK(a.low_j <= 300);
  CHECK(a.high_j >= 300);
  CHECK(a.high_j - a.low_j < 40);
  REQUIRE(idle.energy_j);
  CHECK(*idle.energy_j == Approx(300).epsilon(0.02));
}

TEST_CASE("of a quantity that no stretch has, nothing is known", "[model]") {
  Board board;
  AccountFit fit;
  board.run(fit, 0, 0, 0);
  REQUIRE(fit.solve());
  const auto a = fit.energy_of(amounts(0, 10, 0));
  CHECK(!a.energy_j);
  CHECK(a.low_j == 0);
  CHECK(std::isinf(a.high_j));
}

TEST_CASE("programs that always ran together cannot be told apart, but neither can have more than both", "[model]") {
  Board board;
  AccountFit fit;
  board.run(fit, 0, 0, 0);
  board.run(fit, 3, 2, 3);
  REQUIRE(fit.solve());
  for (const auto& part : {amounts(0, 200, 0), amounts(0, 0, 300)}) {
    const auto energy = fit.energy_of(part);
    CHECK(!energy.energy_j);
    CHECK(energy.low_j == Approx(0).margin(1e-6));
    CHECK(energy.high_j == Approx(1200).epsilon(0.03));
  }
  const auto both = fit.energy_of(amounts(0, 200, 300));
  REQUIRE(both.energy_j);
  CHECK(*both.energy_j == Approx(1200).epsilon(0.02));
}

TEST_CASE("CPU time that differs only by the kernel's clock tick does not tell programs apart", "[model]") {
  Board board;
  AccountFit fit;
  board.run(fit, 0, 0, 0);
  std::uniform_real_distribution<double> tick(-0.01, 0.01);
  for (int i = 0; i < 200; ++i) board.run(fit, 3, 2 + tick(board.random), 3 + tick(board.random), 1);
  REQUIRE(fit.solve());
  CHECK(!fit.energy_of(amounts(0, 200, 0)).energy_j);
}

TEST_CASE("an account never has less than no energy", "[model]") {
  AccountFit fit;
  for (int i = 0; i < 8; ++i) {
    fit.add(0, rates(0, 0), amounts(0, 0, 0), 5 + 0.1 * (i % 2));
    fit.add(1, rates(1, 0), amounts(0, 0, 0), 4.9 + 0.1 * (i % 2));  // less than idle
    fit.add(2, rates(0, 1), amounts(0, 0, 0), 9);
  }
  REQUIRE(fit.solve());
  CHECK(fit.energy_of(amounts(0, 10, 0)).low_j >= 0);
}

TEST_CASE("states with too few stretches of time are left out", "[model]") {
  Board board;
  AccountFit fit;
  board.run(fit, 0, 0, 0, 3);
  CHECK(!fit.solve());
}

TEST_CASE("the printed bounds hold in 95 of 100 recordings", "[model]") {
  int held = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Board board;
    board.random.seed(seed);
    AccountFit fit;
    board.run(fit, 0, 0, 0);
    board.run(fit, 1, 2, 0);
    board.run(fit, 3, 1.2, 2);
    board.run(fit, 2, 0, 3);
    REQUIRE(fit.solve());
    const auto a = fit.energy_of(amounts(0, 100, 0));
    held += a.low_j <= 300 && 300 <= a.high_j ? 1 : 0;
  }
  CHECK(held >= 95);
}

TEST_CASE("the bound of an account allows for load rows that do not say when the program ran", "[model]") {
  std::mt19937 random{7};
  std::uniform_real_distribution<double> busy{0, 1};
  std::normal_distribution<double> misplaced{0, 0.15};
  AccountFit fit;
  for (int i = 0; i < 2000; ++i) {
    const double a = busy(random);
    fit.add(1, Eigen::Vector3d(1, a + misplaced(random), 0), Eigen::Vector3d(0, 0.15 * 0.15, 0), 5 + 3 * a);
    fit.add(0, rates(0, 0), amounts(0, 0, 0), 5);
  }
  REQUIRE(fit.solve());
  const auto energy = fit.energy_of(amounts(0, 100, 0));
  REQUIRE(energy.energy_j);
  CHECK(*energy.energy_j < 290);
  CHECK(energy.high_j >= 300);
  CHECK(energy.high_j < 360);
}
