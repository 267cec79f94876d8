// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.hpp"

#include "catch.hpp"

using namespace wattline;

TEST_CASE("quantiles interpolate as numpy does") {
  CHECK(*median({3, 1, 2}) == 2.0);
  CHECK(*median({4, 1, 2, 3}) == 2.5);
  CHECK(*quantile({1, 2, 3, 4, 5}, 0.95) == Approx(4.8));
  CHECK_FALSE(median({}));
}

TEST_CASE("the median of means of a load that swings is its mean, and a wild reading does not move it") {
  std::vector<double> watts;
  for (int i = 0; i < 100; ++i) watts.push_back(i % 10 < 7 ? 5 : 10);
  CHECK(*median(watts) == 5);
  CHECK(*median_of_means(watts, 5) == Approx(6.5));
  watts[42] = 1e6;
  CHECK(*median_of_means(watts, 5) == Approx(6.5));
}

TEST_CASE("of fewer values than parts the median of means is the median") {
  CHECK(*median_of_means({4, 1, 9}, 5) == 4);
  CHECK_FALSE(median_of_means({}, 5));
}

TEST_CASE("running statistics equal the textbook ones") {
  Running running;
  CHECK_FALSE(running.mean());
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) running.add(value);
  CHECK(*running.mean() == Approx(5.0));
  CHECK(*running.sd() == Approx(2.13809));
  CHECK(*running.min() == 2.0);
  CHECK(*running.max() == 9.0);
}
