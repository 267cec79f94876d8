// SPDX-License-Identifier: Apache-2.0
#include "base/mean_reading.hpp"

#include <cmath>

#include "base/statistics.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

constexpr double kReading_s = 0.5;

// Minibatches of 1.9 s, of which the first half draws 40 W and the second 20 W; a sensor that averages over half a
// second.
struct Swinging {
  std::vector<StepTiming> steps;
  std::vector<PowerAt> readings;

  explicit Swinging(int count) {
    for (int k = 0; k < count; ++k) steps.push_back({1.9 * k, 1.9 * (k + 1), 1900, true});
    for (double at = kReading_s; at < 1.9 * count; at += kReading_s) readings.push_back({at, mean_before(at)});
  }
  static double mean_before(double at) {
    constexpr int kMoments = 100;
    double sum = 0;
    for (int i = 0; i < kMoments; ++i) {
      const double in_step = (at - kReading_s * (i + 0.5) / kMoments) / 1.9;
      sum += in_step - std::floor(in_step) < 0.5 ? 40 : 20;
    }
    return sum / kMoments;
  }
};

}  // namespace

TEST_CASE("parts of whole minibatches have the same power although it swings within a minibatch") {
  const Swinging four(4), twenty(20);
  const std::vector<double> few = powers_of_parts(four.steps, four.readings);
  REQUIRE(few.size() == 4);
  CHECK(*median(few) == Approx(30).epsilon(0.05));
  const std::vector<double> parts = powers_of_parts(twenty.steps, twenty.readings);
  REQUIRE(parts.size() == kPowerParts);
  for (const double watts : parts) CHECK(watts == Approx(30).epsilon(0.05));
}

TEST_CASE("minibatches that are too short for readings of their own have no parts") {
  const std::vector<StepTiming> steps(40, StepTiming{0, 0.1, 100, true});
  CHECK(powers_of_parts(steps, {{0.5, 20}, {1, 21}}).empty());
  CHECK(powers_of_parts({}, {}).empty());
}

TEST_CASE("a swing within the minibatches is no error of their mean power") {
  const Swinging twenty(20);
  const MeanReading by_minibatch = power_reading(twenty.steps, twenty.readings, kReading_s);
  const MeanReading by_reading = power_reading({}, twenty.readings, kReading_s);
  CHECK(by_minibatch.mean == Approx(30).epsilon(0.02));
  CHECK(by_minibatch.error < 0.02);
  CHECK(by_reading.error > 2 * by_minibatch.error);
}

TEST_CASE("a single reading or minibatch does not say how well its mean is known") {
  CHECK(power_reading({}, {{1, 20}}, 0).error > 1);
  CHECK(time_reading({}).error > 1);
  CHECK(time_reading({{0, 1, 1000, true}}).error > 0.05);
}

TEST_CASE("a window of inference alone has the time of its inference, and one without a time has none") {
  std::vector<StepTiming> steps;
  for (int k = 0; k < 6; ++k) {
    StepTiming step{double(k), k + 0.5, NAN, true};
    step.infer_ms = k % 2 == 0 ? 5 : 7;
    steps.push_back(step);
  }
  CHECK(time_reading(steps).mean == Approx(6));
  CHECK(time_reading(steps).error > 0.05);
  for (StepTiming& step : steps) step.infer_ms = NAN;
  CHECK(time_reading(steps).error > 1);
}

TEST_CASE("the power of long minibatches is known the better the more of them there are") {
  const Swinging few(4), many(60);
  CHECK(power_reading(many.steps, many.readings, kReading_s).error < 0.008);
  CHECK(power_reading(few.steps, few.readings, kReading_s).error > 0.008);
}

TEST_CASE("a few long minibatches change neither the median time nor its error") {
  std::vector<StepTiming> steps;
  for (int k = 0; k < 60; ++k) steps.push_back({0.1 * k, 0.1 * (k + 1), k % 2 == 0 ? 98.0 : 102.0, true});
  const double even = median_error(steps);
  CHECK(even > 0.02 / std::sqrt(60));
  CHECK(even < 0.01);
  for (std::size_t k = 0; k < 60; k += 10) steps[k].ms = 1000;
  CHECK(median_error(steps) == Approx(even).margin(0.001));
  CHECK(time_reading(steps).error > 0.15);
  CHECK(median_error({}) > 1);
  CHECK(median_error({{0, 0.1, 100, true}}) > 0.05);
  steps.clear();
  for (int k = 0; k < 4; ++k) steps.push_back({0, 1, 50.0 * (k + 1), true});  // few and uneven
  CHECK(median_error(steps) > 0.2);
}
