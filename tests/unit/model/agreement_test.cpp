// SPDX-License-Identifier: Apache-2.0
#include "model/agreement.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::model;

namespace {

constexpr Mode kMode{4, 1200000, 900000000, 2133000000, 0}, kOther{8, 1200000, 900000000, 2133000000, 16};

std::vector<ModeReading> times(const std::vector<double>& values) {
  std::vector<ModeReading> readings{{kOther, 10, 5}};
  for (const double value : values) readings.push_back({kMode, value, 5});
  return readings;
}

}  // namespace

TEST_CASE("repeated readings that agree are no matter of doubt") {
  CHECK(doubt_about_repeats(times({50}), "t.tsv").empty());
  CHECK(doubt_about_repeats(times({50, 51, 52}), "t.tsv").empty());
  CHECK(doubt_about_repeats({}, "t.tsv").empty());
}

TEST_CASE("readings of a mode that differ by more than noise are named") {
  CHECK(doubt_about_repeats(times({50, 60}), "t.tsv") ==
        "t.tsv: the readings of a mode differ by more than 5 %: 4c/1200000k/900000k/2133000k: 50 and 60 ms");
  // The median of three is one that another confirms.
  CHECK(doubt_about_repeats(times({50, 51, 500}), "t.tsv").find("50, 51 and 500 ms") != std::string::npos);
  std::vector<ModeReading> powers{{kOther, 10, 5}, {kOther, 10, 6}};
  CHECK(doubt_about_repeats(powers, "t.tsv").find("8c/1200000k/900000k/2133000k (batch 16): 5 and 6 W") !=
        std::string::npos);
}

TEST_CASE("noisy readings of a mode may differ") {
  std::vector<ModeReading> readings = times({50, 500});
  for (ModeReading& reading : readings) reading.log_ms_sd = 0.5;
  CHECK(doubt_about_repeats(readings, "t.tsv").empty());
}

TEST_CASE("a mode whose readings have no majority is refused") {
  for (const auto& values : {std::vector<double>{50, 500}, {500, 50}, {50, 105}, {50, 500, 5000}, {50, 50, 500, 500}}) {
    try {
      doubt_about_repeats(times(values), "t.tsv");
      FAIL("it was not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
      CHECK(std::string(error.what()).find("t.tsv: the readings of a mode contradict each other: 4c/") == 0);
    }
  }
}
