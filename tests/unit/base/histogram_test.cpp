// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.hpp"

#include "catch.hpp"

using namespace wattline;

TEST_CASE("a quantile of durations is right to 3 %, from nanoseconds to minutes") {
  for (std::int64_t ns = 1; ns < 300'000'000'000; ns = ns * 5 / 4 + 1) {
    DurationHistogram durations;
    durations.add(ns);
    durations.add(ns);
    if (ns >= 16) CHECK(*durations.quantile_s(0.5) == Approx(static_cast<double>(ns) * 1e-9).epsilon(0.032));
    CHECK(*durations.max_s() == Approx(static_cast<double>(ns) * 1e-9));
  }
}

TEST_CASE("the 99th percentile of a thousand durations leaves ten beyond it") {
  DurationHistogram durations;
  CHECK_FALSE(durations.quantile_s(0.5));
  for (int i = 0; i < 989; ++i) durations.add(1'000);
  for (int i = 0; i < 11; ++i) durations.add(1'000'000);
  CHECK(*durations.quantile_s(0.98) == Approx(1e-6).epsilon(0.04));
  CHECK(*durations.quantile_s(0.99) == Approx(1e-3).epsilon(0.04));
}
