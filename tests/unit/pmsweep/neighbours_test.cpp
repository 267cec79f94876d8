// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/neighbours.hpp"

#include <cmath>

#include "catch.hpp"

using namespace wattline;
using namespace wattline::pmsweep;

namespace {

// A board of the textbook: time is the slower of compute and memory, power grows with the clocks.
ProfilePoint point(std::int64_t cores, std::int64_t cpu_mhz, std::int64_t gpu_mhz, std::int64_t emc_mhz) {
  const double c = static_cast<double>(cpu_mhz) / 2000, g = static_cast<double>(gpu_mhz) / 1300;
  const double e = static_cast<double>(emc_mhz) / 3200, n = static_cast<double>(cores) / 12;
  const double ms = 20 / (c * std::sqrt(n)) + 50 / g + 30 / e;
  const double watts = 8 + 10 * n * c * c + 25 * g * g * g + 5 * e;
  return {{cores, cpu_mhz * 1000, gpu_mhz * 1000000, emc_mhz * 1000000}, ms, watts};
}

std::vector<ProfilePoint> grid() {
  std::vector<ProfilePoint> points;
  for (const std::int64_t cores : {4, 8, 12})
    for (std::int64_t cpu = 400; cpu <= 2000; cpu += 400)
      for (std::int64_t gpu = 100; gpu <= 1300; gpu += 200)
        for (const std::int64_t emc : {665, 2133, 3200}) points.push_back(point(cores, cpu, gpu, emc));
  return points;
}

std::vector<ProfilePoint> without(std::vector<ProfilePoint> points, std::size_t i) {
  points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
  return points;
}

}  // namespace

TEST_CASE("profiles of a well-behaved board agree with their neighbours") {
  const auto points = grid();
  for (std::size_t i = 0; i < points.size(); ++i) CHECK_FALSE(disagrees(points[i], without(points, i)));
}

TEST_CASE("a mode that ran at another mode's clocks is found, its neighbours are not blamed") {
  auto points = grid();
  const std::size_t bad = 157;
  points[bad].minibatch_ms *= 0.4;  // as the published faulty rows: too fast, too much power
  points[bad].power_w *= 1.5;
  for (std::size_t i = 0; i < points.size(); ++i) CHECK(disagrees(points[i], without(points, i)) == (i == bad));
}

TEST_CASE("one other profile is not enough to call a profile wrong") {
  ProfilePoint fast = point(4, 1200, 900, 2133);
  fast.minibatch_ms /= 3;
  CHECK_FALSE(disagrees(fast, {}));
  CHECK_FALSE(disagrees(fast, {point(4, 1200, 700, 2133)}));
  CHECK(disagrees(fast, {point(4, 1200, 700, 2133), point(8, 1200, 900, 2133)}));
}

TEST_CASE("repeated profiles may differ by noise, modes far away by anything") {
  ProfilePoint again = point(4, 1200, 900, 2133);
  again.minibatch_ms *= 1.05;
  again.power_w *= 0.96;
  CHECK_FALSE(disagrees(again, {point(4, 1200, 900, 2133), point(4, 1200, 900, 2133)}));
  ProfilePoint odd = point(4, 400, 100, 665);
  odd.minibatch_ms /= 10;
  CHECK_FALSE(disagrees(odd, {point(12, 2000, 1300, 3200), point(12, 2000, 1100, 3200)}));
}

TEST_CASE("modes of machines with other knobs are not compared") {
  ProfilePoint fast = point(4, 1200, 900, 2133);
  fast.minibatch_ms /= 3;
  ProfilePoint other = point(4, 1200, 900, 2133);
  other.mode.emc_hz.reset();
  CHECK_FALSE(disagrees(fast, {other, other, other}));
}
