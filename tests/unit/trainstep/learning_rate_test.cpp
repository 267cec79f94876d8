// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/learning_rate.hpp"

#include "catch.hpp"

using namespace wattline::trainstep;

// tests/parity/learning_rate.py compares every update with PyTorch's schedulers.
TEST_CASE("the learning rate rises along a line and falls as its schedule says") {
  const RateOptions constant{RateSchedule::constant, 4, 100}, step{RateSchedule::step, 0, 90},
      cosine{RateSchedule::cosine, 10, 110};
  CHECK(rate_factor(constant, 0) == Approx(0.01));
  CHECK(rate_factor(constant, 2) == Approx(0.505));
  CHECK(rate_factor(constant, 4) == 1);
  CHECK(rate_factor(step, 29) == 1);
  CHECK(rate_factor(step, 30) == Approx(0.1));
  CHECK(rate_factor(step, 89) == Approx(0.01));
  CHECK(rate_factor(cosine, 10) == 1);
  CHECK(rate_factor(cosine, 60) == Approx(0.5));
}

TEST_CASE("beyond the end of the run the learning rate stays as it ended") {
  CHECK(rate_factor({RateSchedule::step, 0, 9}, 40) == Approx(0.01));
  CHECK(rate_factor({RateSchedule::cosine, 0, 9}, 40) == Approx(0).margin(1e-12));
  CHECK(rate_factor({RateSchedule::cosine, 12, 9}, 12) == 1);
}
