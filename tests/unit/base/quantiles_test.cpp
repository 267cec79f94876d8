// SPDX-License-Identifier: Apache-2.0
#include "base/quantiles.hpp"

#include <cmath>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

// Over six decades, as times of steps are.
std::vector<double> many(std::size_t n) {
  Random random(5);
  std::vector<double> values;
  while (values.size() < n) values.push_back(std::pow(10, 6 * random.uniform() - 3));
  return values;
}

Quantiles of(const std::vector<double>& values) {
  Quantiles quantiles;
  for (const double value : values) quantiles.add(value);
  return quantiles;
}

}  // namespace

TEST_CASE("quantiles of few values are exact") {
  CHECK_FALSE(Quantiles().at(0.5));
  CHECK(of({3, 1, 2, 10}).at(0.5) == 2.5);
  const auto values = many(4096);
  CHECK(of(values).at(0.5) == median(values));
}

TEST_CASE("quantiles of many values are right to 0.1 %") {
  const auto values = many(100'000);
  const Quantiles quantiles = of(values);
  for (const double q : {0.01, 0.5, 0.95, 0.99}) CHECK(*quantiles.at(q) == Approx(*quantile(values, q)).epsilon(1e-3));
  CHECK(quantiles.count() == 100'000);
}

TEST_CASE("a constant stays what it is when there are many") {
  CHECK(*of(std::vector<double>(5000, 1491.25)).at(0.5) == Approx(1491.25).epsilon(5e-4));
  CHECK(*of(std::vector<double>(5000, 0.0)).at(0.5) == 0);
}

TEST_CASE("quantiles of two parts are those of the whole") {
  const auto values = many(9000);
  for (const std::ptrdiff_t cut : {10, 4000, 8900}) {
    Quantiles whole = of({values.begin(), values.begin() + cut});
    whole.add(of({values.begin() + cut, values.end()}));
    CHECK(whole.count() == 9000);
    CHECK(whole.at(0.5) == of(values).at(0.5));
  }
}
