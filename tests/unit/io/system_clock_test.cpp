// SPDX-License-Identifier: Apache-2.0
#include "io/system_clock.hpp"

#include <unistd.h>

#include <limits>

#include "base/units.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

struct ClockPipe {
  ClockPipe() { REQUIRE(::pipe(ends) == 0); }
  ~ClockPipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  int ends[2];
};

}  // namespace

TEST_CASE("a wait ends at its deadline, never before, also in emulated time") {
  for (const double scale : {1.0, 7.0}) {
    io::SystemClock real;
    io::SystemClock clock(io::Emulation{"agx-orin", scale, real.mono_ns()});
    for (const std::int64_t wait_ns : {std::int64_t{0}, 1 * kMillisecondNs, 5 * kMillisecondNs}) {
      const std::int64_t deadline = clock.mono_ns() + wait_ns;
      CHECK_FALSE(clock.wait_until(deadline, nullptr, 0));
      CHECK(clock.mono_ns() >= deadline);
    }
  }
}

TEST_CASE("what happened is told even when the deadline has passed, and without a deadline") {
  io::SystemClock clock;
  ClockPipe pipe;
  REQUIRE(::write(pipe.ends[1], "x", 1) == 1);
  for (const std::int64_t deadline : {std::int64_t{0}, clock.mono_ns() - kMillisecondNs,
                                      clock.mono_ns() + kMillisecondNs, std::numeric_limits<std::int64_t>::max()}) {
    CHECK(clock.wait_until(deadline, pipe.ends, 1));
  }
}
