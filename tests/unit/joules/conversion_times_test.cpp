// SPDX-License-Identifier: Apache-2.0
#include "joules/conversion_times.hpp"

#include <cmath>

#include "catch.hpp"

using wattline::joules::ConversionTimes;

namespace {

// The rows of a sensor that is read every 0.1 s; its conversions take period_s, and the first ends at 5.03 s. Adds
// those that are new, until one does not fit.
std::size_t add_readings(ConversionTimes& times, double period_s, std::size_t most) {
  double seen_s = 5.03 - period_s;
  for (int row = 50; times.size() < most; ++row) {
    const double t_s = 0.1 * row + 1e-4 * (row % 3);
    const double end_s = 5.03 + period_s * std::floor((t_s - 5.03) / period_s);
    if (end_s < seen_s + period_s / 2) continue;
    seen_s = end_s;
    if (!times.add(t_s - 0.1, t_s)) break;
  }
  return times.size();
}

}  // namespace

TEST_CASE("when conversions ended follows from many readings better than from one", "[joules]") {
  for (const double period_s : {0.43, 0.412, 0.4671}) {  // the nominal one, and as far from it as chips are
    CAPTURE(period_s);
    ConversionTimes times(0.43);
    REQUIRE(add_readings(times, period_s, 64) == 64);
    const auto middle = times.at(0.5);
    CHECK(std::fabs(middle.period_s - period_s) < 1e-3);
    CHECK(times.shortest().period_s <= period_s);
    CHECK(times.longest().period_s >= period_s);
    const double truth_s = 5.03 + 32 * period_s;
    CHECK(times.at(0).end_s(32) <= truth_s + 2e-3);
    CHECK(times.at(1).end_s(32) >= truth_s - 2e-3);
    CHECK(times.at(1).end_s(32) - times.at(0).end_s(32) < 0.02);
  }
}

TEST_CASE("a conversion that was missed, or a period that no chip has, does not fit", "[joules]") {
  ConversionTimes times(0.43);
  REQUIRE(add_readings(times, 0.43, 20) == 20);
  const double next_s = times.at(0.5).end_s(20);
  CHECK_FALSE(times.add(next_s + 0.35, next_s + 0.45));
  CHECK(times.size() == 20);
  CHECK(times.add(next_s - 0.05, next_s + 0.05));
  ConversionTimes faster(0.43);
  CHECK(add_readings(faster, 0.3, 64) < 8);
}
