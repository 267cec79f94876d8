// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/profile.hpp"

#include <cmath>

#include "catch.hpp"

using namespace wattline;
using pmsweep::Profile;

namespace {

// Between two states of a bar.
StepTiming interval(double start_s, double end_s, double steps) {
  StepTiming timing{start_s, end_s, (end_s - start_s) * 1e3 / steps, true};
  timing.steps = steps;
  timing.steps_error = 1;
  return timing;
}

}  // namespace

TEST_CASE("the time of a minibatch by a bar is the mean over the window, not one of two rounded values", "[profile]") {
  Profile profile;
  for (int i = 0; i < 50; ++i) profile.steps.push_back(interval(i * 0.1, (i + 1) * 0.1, i % 2 == 0 ? 2 : 3));
  CHECK(*profile.minibatch_ms() == Approx(40));
  CHECK(count_of(profile.steps) == 125);
  CHECK(*profile.minibatch_sd_ms() / std::sqrt(125) < 40.0 / 50);  // the standard error
}

TEST_CASE("the counting error is in the standard deviation by a bar", "[profile]") {
  Profile profile;
  for (int i = 0; i < 4; ++i) profile.steps.push_back(interval(i, i + 1, 10));
  CHECK(*profile.minibatch_sd_ms() / std::sqrt(40) == Approx(100 * 1.0 / 40 / std::sqrt(6)));
}

TEST_CASE("the time of a minibatch by its rows is their median", "[profile]") {
  Profile profile;
  for (const double ms : {10.0, 11.0, 99.0}) profile.steps.push_back({0, ms / 1e3, ms, true});
  CHECK(*profile.minibatch_ms() == Approx(11));
}

TEST_CASE("standard errors are shares of the time and power, or not known", "[profile]") {
  Profile profile;
  for (const double ms : {10.0, 11.0, 12.0}) profile.steps.push_back({0, ms / 1e3, ms, true});
  profile.mean_power_w = 20;
  profile.settled = Settled::epoch;
  CHECK_FALSE(profile.minibatch_se_ms());
  CHECK_FALSE(profile.power_se_w());
  profile.time_error = 0.1;
  profile.power_error = 0.05;
  CHECK(*profile.minibatch_se_ms() == Approx(1.1));
  CHECK(*profile.power_se_w() == Approx(1));
}
