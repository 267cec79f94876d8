// SPDX-License-Identifier: Apache-2.0
// What the contract list does not say: parsers and limits at their edges.
#include <cerrno>

#include "base/error.hpp"
#include "catch.hpp"
#include "jetsim/clocks/cpufreq_limits.hpp"
#include "jetsim/clocks/gpu_clock.hpp"
#include "jetsim/spec/kernel_rules.hpp"

using namespace wattline;
using namespace wattline::jetsim;

namespace {

const std::vector<std::int64_t> kTable{100, 200, 300, 400};

CpufreqLimits limits(const char* kernel) {
  return {kernel_rules(kernel), kTable};
}

void ask(CpufreqLimits& limits, const char* low, const char* high) {
  REQUIRE(limits.ask_min(low) == 0);
  REQUIRE(limits.ask_max(high) == 0);
  limits.apply();
}

}  // namespace

TEST_CASE("An unknown kernel generation is refused with the list of known ones") {
  CHECK_THROWS_WITH(kernel_rules("3.2"), Catch::Matchers::ContainsSubstring("3.2"));
}

TEST_CASE("Numbers are read as sscanf did, and from 6.12 on as kstrtouint does") {
  CHECK(parse_unsigned("300 kHz\n", false) == 300);
  CHECK(parse_unsigned("0x10", false) == 0);
  CHECK(parse_unsigned("0x10", true) == 16);
  CHECK(parse_unsigned("010", true) == 8);
  CHECK_FALSE(parse_unsigned("300 kHz", true));
  CHECK_FALSE(parse_unsigned("4294967296", true));
  for (const char* wrong : {"", "\n", "-1", "abc", "+5"}) {
    CHECK_FALSE(parse_unsigned(wrong, false));
    CHECK_FALSE(parse_unsigned(wrong, true));
  }
}

TEST_CASE("A core's switch takes the words of its kernel") {
  CHECK(parse_switch("1\n", false) == true);
  CHECK(parse_switch("off", false) == false);
  CHECK(parse_switch("true", true) == true);
  CHECK_FALSE(parse_switch("true", false));
  CHECK_FALSE(parse_switch("o", true));
  CHECK_FALSE(parse_switch("", true));
}

TEST_CASE("Requests are remembered and max wins") {
  CpufreqLimits one = limits("5.10");
  ask(one, "400", "200");
  CHECK(one.min_khz() == 200);
  CHECK(one.max_khz() == 200);
  ask(one, "400", "400");
  CHECK(one.min_khz() == 400);
}

TEST_CASE("Kernel 4.9 refuses a min above max and keeps what it had") {
  CpufreqLimits one = limits("4.9");
  ask(one, "100", "200");
  CHECK(one.ask_min("300") == EINVAL);
  one.apply();
  CHECK(one.min_khz() == 100);
  CHECK(one.ask_max("99999") == 0);
  one.apply();
  CHECK(one.max_khz() == 400);
}

TEST_CASE("A max beyond 32 bits loses its upper half") {
  CpufreqLimits one = limits("6.1");
  ask(one, "0", "4294967296");
  CHECK(one.max_khz() == 100);
}

TEST_CASE("A range without entries goes to the upper one, on 6.12 to the lower one") {
  CpufreqLimits old = limits("6.1"), recent = limits("6.12");
  ask(old, "250", "250");
  ask(recent, "250", "250");
  CHECK(old.min_khz() == 300);
  CHECK(old.max_khz() == 300);
  CHECK(recent.min_khz() == 200);
  CHECK(recent.max_khz() == 200);
}

TEST_CASE("The GPU's limits are kHz, and 0 lifts them") {
  const BoardSpec board("agx-orin");
  const Faults faults;
  GpuClock gpu(board, kernel_rules("5.10"), faults);
  REQUIRE(gpu.ask_max("624750999") == 0);
  CHECK(gpu.max_hz() == 624751000);
  CHECK(gpu.clock_hz() <= 624750000);
  REQUIRE(gpu.ask_max("0") == 0);
  CHECK(gpu.max_hz() == 1300500000);
  CHECK(gpu.ask_min("-5") == EINVAL);
}
