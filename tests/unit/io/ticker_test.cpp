// SPDX-License-Identifier: Apache-2.0
#include "io/ticker.hpp"

#include "catch.hpp"

using wattline::io::Ticker;

TEST_CASE("ticks stay on the absolute schedule however late each is taken") {
  Ticker ticker(1000, 100);
  CHECK(ticker.due_ns() == 1000);
  CHECK(ticker.take(1099) == 0);
  CHECK(ticker.due_ns() == 1100);
  CHECK(ticker.take(1150) == 0);
  CHECK(ticker.due_ns() == 1200);
}

TEST_CASE("ticks that passed are counted exactly and not made up for") {
  Ticker ticker(0, 10);
  CHECK(ticker.take(0) == 0);
  CHECK(ticker.take(510) == 50);
  CHECK(ticker.due_ns() == 520);
  CHECK(ticker.missed() == 50);
  CHECK(ticker.taken() == 2);
}
