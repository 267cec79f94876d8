// SPDX-License-Identifier: Apache-2.0
#include "io/ticker.hpp"

#include <array>
#include <cstdlib>

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

TEST_CASE("spread ticks come at all moments of a period, and their number is that of regular ones") {
  constexpr std::int64_t kPeriod = 1000, kTicks = 10'000;
  Ticker ticker(0, kPeriod, 0.5);
  std::array<int, 8> moments{};
  std::int64_t before = -kPeriod;
  for (std::int64_t k = 0; k < kTicks; ++k) {
    const std::int64_t due = ticker.due_ns();
    CHECK(due - before >= kPeriod / 2 - 1);
    CHECK(due - before <= 3 * kPeriod / 2 + 1);
    CHECK(due >= k * kPeriod);
    CHECK(due <= (k + 1) * kPeriod);
    ++moments[static_cast<std::size_t>(8 * (due % kPeriod) / kPeriod)];
    before = due;
    CHECK(ticker.take(due + 20) == 0);
  }
  for (const int ticks : moments) CHECK(std::abs(ticks - kTicks / 8) < kTicks / 40);
  CHECK(ticker.take(ticker.due_ns() + 3 * kPeriod) == 3);
}
