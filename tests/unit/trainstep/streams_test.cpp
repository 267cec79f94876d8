// SPDX-License-Identifier: Apache-2.0
// What fits between requests, inference and training at the same time, and the backlog.
#include "base/error.hpp"
#include "catch.hpp"
#include "io/system_clock.hpp"
#include "trainstep/run/inference_record.hpp"
#include "trainstep/run/interleave.hpp"

using namespace wattline;
using namespace wattline::trainstep;

TEST_CASE("the closed form of what fits between two inferences") {
  CHECK(fitting_steps(200, 16, 0.010, 0.025) == 2);  // 80 ms - 10 ms
  CHECK(fitting_steps(200, 16, 0.010, 0.035) == 2);  // exactly
  CHECK(fitting_steps(200, 16, 0.010, 0.0351) == 1);
  CHECK(fitting_steps(200, 16, 0.100, 0.025) == 0);  // inference alone is too slow
  CHECK(fitting_steps(0, 16, 0.010, 0.025) == 0);
}

TEST_CASE("an error of either network ends a run in which both run at once") {
  io::SystemClock clock;
  InterleaveOptions options;
  options.policy = SharingPolicy::streams;
  int trained = 0;
  InterleavedWork work{[] { return true; }, [] { return true; }};
  SECTION("rows that cannot be written") {
    Interleave loop(work, clock, options);
    loop.on_window = [](const WindowRecord&) -> bool { throw Error(ExitCode::io, "no space"); };
    CHECK_THROWS_WITH(loop.run(), "no space");
  }
  SECTION("a sample that cannot be read") {
    work.train = [&trained]() -> bool { return ++trained < 1000 ? true : throw data_error("bad sample"); };
    Interleave loop(work, clock, options);
    loop.on_window = [](const WindowRecord&) { return true; };
    CHECK_THROWS_WITH(loop.run(), "bad sample");
  }
}

TEST_CASE("a pause that is caught up with does not make a run unstable") {
  Backlog waiting;
  for (std::int64_t window = 0; window < 100; ++window) waiting.add(window, window > 60 && window < 80 ? 50 : 0);
  CHECK(waiting.least_since(50) == 0);
  CHECK(waiting.least_since(65) == 0);
  for (std::int64_t window = 100; window < 120; ++window) waiting.add(window, window);
  CHECK(waiting.least_since(60) == 0);
  CHECK(waiting.least_since(110) == 110);
}
