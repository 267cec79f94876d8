// SPDX-License-Identifier: Apache-2.0
#include "dsgen/digits.hpp"

#include <numeric>

#include "catch.hpp"

using namespace wattline;
using dsgen::Digit;
using dsgen::make_digit;

namespace {

int ink(const Digit& digit) {
  return std::accumulate(digit.begin(), digit.end(), 0);
}

}  // namespace

TEST_CASE("an eight has more ink than a one, whatever the seed") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) CHECK(ink(make_digit(8, seed)) > ink(make_digit(1, seed)));
}

TEST_CASE("digits of one class differ from each other") {
  CHECK(make_digit(5, 1) != make_digit(5, 2));
}

TEST_CASE("the same seed draws the same digit") {
  CHECK(make_digit(3, 9) == make_digit(3, 9));
}

TEST_CASE("the frame of a digit stays empty, as in MNIST") {
  for (int label = 0; label < 10; ++label) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Digit digit = make_digit(label, seed);
      CHECK(std::accumulate(digit.begin(), digit.begin() + dsgen::kDigitSide, 0) == 0);
    }
  }
}
