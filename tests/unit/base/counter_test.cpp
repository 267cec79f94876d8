// SPDX-License-Identifier: Apache-2.0
#include "base/counter.hpp"

#include "base/units.hpp"
#include "catch.hpp"

using namespace wattline;

TEST_CASE("a counter that went back or jumped has counted nothing that is known") {
  CHECK(growth(3.0, 5.0) == 2.0);
  CHECK(growth(5.0, 5.0) == 0.0);
  CHECK_FALSE(growth(5.0, 3.0));
  CHECK(growth(3.0, 5.0, 2.0) == 2.0);
  CHECK_FALSE(growth(3.0, 5.5, 2.0));
  CHECK_FALSE(growth<std::int64_t>(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
  CHECK_FALSE(growth(static_cast<double>(NAN), 5.0));
  CHECK_FALSE(growth(5.0, static_cast<double>(NAN)));
}

TEST_CASE("a counter that wraps counts across one wrap") {
  CHECK(growth(90.0, 5.0, 20.0, 100.0) == 15.0);
  CHECK_FALSE(growth(50.0, 5.0, 20.0, 100.0));
  CHECK_FALSE(growth(100.0, 5.0, 20.0, 100.0));
  CHECK_FALSE(growth(90.0, 5.0, 20.0));
}

TEST_CASE("the rate of a counter is not known at the first look, after one that failed, and when it went back") {
  Rate rate;
  CHECK(std::isnan(rate.update(100, 1 * kSecondNs)));
  CHECK(rate.update(300, 3 * kSecondNs) == Approx(100));
  CHECK(std::isnan(rate.update(200, 4 * kSecondNs)));
  CHECK(rate.is_broken());
  CHECK(rate.update(210, 5 * kSecondNs) == Approx(10));
  CHECK_FALSE(rate.is_broken());
  CHECK(std::isnan(rate.update(NAN, 6 * kSecondNs)));
  CHECK(std::isnan(rate.update(900, 7 * kSecondNs)));
  CHECK_FALSE(rate.is_broken());
}

TEST_CASE("the rate of a counter is not known where it is more than can be") {
  Rate rate(100, 5);
  rate.update(0, 1 * kSecondNs);
  CHECK(rate.update(105, 2 * kSecondNs) == Approx(105));
  CHECK(std::isnan(rate.update(211, 3 * kSecondNs)));
  CHECK(rate.is_broken());
}
