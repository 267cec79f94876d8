// SPDX-License-Identifier: Apache-2.0
#include "io/sampling_loop.hpp"

#include <vector>

#include "catch.hpp"
#include "fake_clock.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

TEST_CASE("ticks after the end are not due, however late the last one is taken") {
  test::FakeClock clock;
  Signals signals;
  SamplingLoop loop(clock, signals, {kSecond, 0, 4 * kSecond});
  std::vector<std::int64_t> missed;
  loop.run([&](const Tick& tick) {
    missed.push_back(tick.missed);
    if (missed.size() == 2) clock.advance(20 * kSecond);
    return true;
  });
  CHECK(missed == std::vector<std::int64_t>{0, 0, 2});
  CHECK(loop.missed() == 2);
}
