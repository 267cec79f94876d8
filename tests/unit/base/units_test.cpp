// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;

TEST_CASE("frequencies take k, M, G and no unit means hertz") {
  CHECK(parse_frequency_hz("1.2G") == 1200000000);
  CHECK(parse_frequency_hz("1190400k") == 1190400000);
  CHECK(parse_frequency_hz("665600000") == 665600000);
  CHECK(parse_frequency_hz("900MHz") == 900000000);
}

TEST_CASE("durations and sizes take their units") {
  CHECK(parse_duration_ns("100ms") == 100000000);
  CHECK(parse_duration_ns("15") == 15000000000);
  CHECK(parse_duration_ns("2h") == 7200000000000);
  CHECK(parse_duration_ns("1h30m") == 5400000000000);
  CHECK(parse_duration_ns("1m0.5s20ms") == 60520000000);
  for (const char* text : {"", "m", "30m1h", "1h1h", "1h30", "1h-5m", "1h 30m"}) CHECK_THROWS(parse_duration_ns(text));
  CHECK(parse_size_b("100k") == 100000);
  CHECK(parse_size_b("2Gi") == 2147483648);
  CHECK(parse_size_b("2GB") == 2000000000);
}

TEST_CASE("a wrong quantity is a usage error that quotes it") {
  for (const char* text : {"", "fast", "-5", "1.2Q", "1..2", "1e30G"}) {
    CHECK_THROWS_AS(parse_frequency_hz(text), Error);
  }
  CHECK_THROWS_WITH(parse_duration_ns("10 parsecs"), Catch::Matchers::ContainsSubstring("10 parsecs"));
}
