// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/schedule.hpp"

#include "catch.hpp"

using namespace wattline::trainstep;

TEST_CASE("a run of up to 10,000 updates of 64 samples takes AdamW, a longer one SGD") {
  const UltralyticsSchedule few({25'000, 16, 5, 80}), many({25'000, 16, 100, 80});
  CHECK(few.uses_adamw());
  CHECK(few.learning_rate() == Approx(0.000119).epsilon(1e-9));
  CHECK_FALSE(many.uses_adamw());
  CHECK(many.learning_rate() == Approx(0.01).epsilon(1e-9));
}

TEST_CASE("weight decay grows with the samples of an update") {
  CHECK(UltralyticsSchedule({25'000, 16, 5, 80}).weight_decay() == Approx(0.0005));
  CHECK(UltralyticsSchedule({1000, 128, 20, 80}).weight_decay() == Approx(0.001));
}

TEST_CASE("learning rate, momentum and accumulation warm up for three epochs and at least 100 minibatches") {
  const auto check = [](const UltralyticsRun& run, std::int64_t at, double rate, double momentum, std::int64_t sum) {
    const StepPlan plan = UltralyticsSchedule(run).at(at);
    CHECK(plan.learning_rate == Approx(rate).epsilon(1e-9));
    CHECK(plan.momentum == Approx(momentum).epsilon(1e-9));
    CHECK(plan.accumulate == sum);
  };
  // From a direct translation of Ultralytics' loop into Python.
  check({25'000, 16, 5, 80}, 0, 0, 0.8, 1);
  check({25'000, 16, 100, 80}, 119, 0.00025378545532096395, 0.8034768607378973, 1);
  check({640, 16, 12, 80}, 50, 4.549270833333334e-05, 0.8570833333333334, 2);
  check({640, 16, 12, 80}, 119, 9.853695833333334e-05, 0.9358583333333333, 4);
  check({640, 16, 12, 80}, 479, 1.1007500000000004e-05, 0.937, 4);
  check({1000, 128, 20, 80}, 50, 4.18285e-05, 0.8685, 1);
  check({1000, 128, 20, 80}, 159, 7.080500000000006e-06, 0.937, 1);
}
