// SPDX-License-Identifier: Apache-2.0
#include "base/steady_window.hpp"

#include <cmath>
#include <functional>

#include "base/statistics.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

// A board that trains a minibatch every `step_s` and is read every 100 ms.
struct Bench {
  double step_s = 0.05;
  std::function<double(double)> watts = [](double) { return 20.0; };
  double next_step = 0, next_reading = 0;

  // Feeds the window until it closes or `until_s`; returns the time that was reached.
  double feed(SteadyWindow& window, double until_s) {
    double now = 0;
    while (now < until_s && !window.closed()) {
      now = std::min(next_step + step_s, next_reading);
      if (next_reading <= next_step + step_s) {
        window.power(next_reading, watts(next_reading));
        next_reading += 0.1;
      } else {
        window.step({next_step, next_step + step_s, step_s * 1e3, next_step > 0});
        next_step += step_s;
      }
    }
    return now;
  }
};

SteadyLimits limits() {
  return SteadyLimits{};
}

}  // namespace

TEST_CASE("a steady board gives a window of five seconds after two stretches of power") {
  SteadyWindow window(limits(), 0);
  Bench bench;
  const double end = bench.feed(window, 60);
  REQUIRE(window.closed());
  CHECK(window.settled() == Settled::agreed);
  CHECK(window.length_s() >= 5);
  CHECK(window.end_s() - window.start_s() == window.length_s());
  CHECK(end < 6.6);
  CHECK(window.steps().size() >= 40);
  CHECK(*median(values_of(window.steps(), &StepTiming::ms)) == Approx(50));
}

TEST_CASE(
    "a window of whole epochs leaves out the epoch in which it was asked for and ends with the last step of an epoch") {
  SteadyLimits two = limits();
  two.epochs = 2;
  SteadyWindow window(two, 0.5);
  const auto feed = [&](std::int64_t epochs) {
    for (std::int64_t k = 0; k < 10 * epochs; ++k) {
      StepTiming step{double(k), double(k + 1), 1000, k % 10 != 0};
      step.epoch = k / 10;
      window.step(step);
      window.power(double(k + 1), 20);
    }
  };
  SECTION("the next epoch has begun") {
    feed(4);
  }
  SECTION("the workload has ended") {
    feed(3);
    CHECK_FALSE(window.closed());
    window.end();
  }
  REQUIRE(window.closed());
  CHECK(window.settled() == Settled::epoch);
  CHECK(window.epochs() == 2);
  CHECK(window.start_s() == 10);
  CHECK(window.length_s() == 20);
  CHECK(window.steps().size() == 18);
  CHECK(window.watts().size() == 20);
}

TEST_CASE("a workload that ends too early leaves a window of whole epochs open") {
  SteadyLimits two = limits();
  two.epochs = 2;
  SteadyWindow window(two, 0);
  for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
    StepTiming step{double(epoch), double(epoch + 1), 1000, true};
    step.epoch = epoch;
    window.step(step);
  }
  window.end();
  CHECK(window.open());
  CHECK_FALSE(window.closed());
}

TEST_CASE("forty slow minibatches are waited for, however long they take") {
  SteadyWindow window(limits(), 0);
  Bench bench;
  bench.step_s = 2;
  bench.feed(window, 200);
  REQUIRE(window.closed());
  CHECK(window.steps().size() == 40);
  CHECK(window.length_s() >= 80);
}

TEST_CASE("a window that has to be precise ends as soon as it is, and not before") {
  SteadyLimits precise = limits();
  precise.precision = 0.01;
  SteadyWindow window(precise, 0);
  Bench bench;
  SECTION("three slow minibatches are enough") {
    bench.step_s = 20;
    bench.feed(window, 900);
    REQUIRE(window.closed());
    CHECK(window.steps().size() == 3);
  }
  SECTION("fast ones need a few readings of power") {
    bench.feed(window, 60);
    REQUIRE(window.closed());
    CHECK(window.length_s() < 1);
    CHECK(window.watts().size() >= 3);
  }
  SECTION("power that varies by chance needs more of them") {
    bench.watts = [](double t) { return std::fmod(t, 0.2) < 0.1 ? 19.5 : 20.5; };
    bench.feed(window, 60);
    REQUIRE(window.closed());
    CHECK(window.watts().size() > 10);
  }
  SECTION("one that does not get precise has its full length") {
    bench.watts = [](double t) { return 20 + 10 * std::sin(1000 * t); };
    bench.feed(window, 60);
    REQUIRE(window.closed());
    CHECK(window.length_s() >= 5);
  }
}

TEST_CASE("nothing counts before the clocks are verified, nor in the minibatch that spans that moment") {
  SteadyWindow window(limits(), 10.02);
  Bench bench;
  bench.watts = [](double t) { return t < 10.02 ? 40.0 : 15.0; };
  bench.feed(window, 60);
  REQUIRE(window.closed());
  for (const double watts : window.watts()) CHECK(watts == 15.0);
}

TEST_CASE("the window stays shut while power climbs and opens when it is level") {
  SteadyWindow window(limits(), 0);
  Bench bench;
  bench.watts = [](double t) { return t < 4 ? 10 + 5 * t : 30.0; };
  bench.feed(window, 4);
  CHECK_FALSE(window.open());
  bench.feed(window, 60);
  CHECK(window.settled() == Settled::agreed);
  for (const double watts : window.watts()) CHECK(watts == 30.0);
}

TEST_CASE("readings that still average over the time before the change are left out") {
  SteadyLimits slow = limits();
  slow.chip_window_s = 1;
  SteadyWindow window(slow, 5);
  Bench bench;
  bench.watts = [](double t) { return t < 6.05 ? 40.0 : 15.0; };  // one chip window late
  bench.feed(window, 60);
  REQUIRE(window.closed());
  for (const double watts : window.watts()) CHECK(watts == 15.0);
}

TEST_CASE("power that never settles opens the window at the limit and says so") {
  SteadyWindow window(limits(), 0);
  Bench bench;
  bench.watts = [](double t) { return 20 * std::pow(1.05, t); };
  bench.feed(window, 60);
  CHECK(window.closed());
  CHECK(window.settled() == Settled::limit);
}

TEST_CASE("without a power sensor minibatches and time alone decide") {
  SteadyLimits unmetered = limits();
  unmetered.metered = false;
  SteadyWindow window(unmetered, 0);
  for (int i = 0; i < 400 && !window.closed(); ++i) window.step({i * 0.05, i * 0.05 + 0.05, 50, i > 0});
  REQUIRE(window.closed());
  CHECK(window.settled() == Settled::unmetered);
  CHECK(window.watts().empty());
}

TEST_CASE("the window needs ten fresh readings however many minibatches went by") {
  SteadyLimits rare = limits();
  rare.chip_window_s = 1;
  SteadyWindow window(rare, 0);
  double reading = 1.2;
  for (int i = 0; i < 4000 && !window.closed(); ++i) {
    const double now = i * 0.02;
    if (now >= reading) {
      window.power(now, 20);
      reading += 1;
    }
    window.step({now, now + 0.02, 20, true});
  }
  REQUIRE(window.closed());
  CHECK(window.watts().size() == 10);
  CHECK(window.length_s() >= 9);
}

TEST_CASE("first and stabilizing minibatches neither open the window nor count in it") {
  SteadyWindow window(limits(), 0);
  for (int i = 0; i < 200; ++i) {
    window.step({i * 0.1, i * 0.1 + 0.1, 100, false});
    window.power(i * 0.1 + 0.05, 20);
  }
  CHECK_FALSE(window.open());
  CHECK(window.steps().empty());
}

TEST_CASE("intervals of a progress bar count as the minibatches in them") {
  SteadyLimits few = limits();
  few.metered = false;
  few.steps = 90;
  few.seconds = 0;
  SteadyWindow window(few, 0);
  int intervals = 0;
  for (; !window.closed() && intervals < 100; ++intervals) {
    StepTiming timing{intervals * 0.1, (intervals + 1) * 0.1, 10, true};
    timing.steps = 10;
    window.step(timing);
  }
  CHECK(window.closed());
  CHECK(count_of(window.steps()) == 90);
  CHECK(intervals == 10);
}
