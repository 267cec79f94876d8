// SPDX-License-Identifier: Apache-2.0
#include "base/power_mode.hpp"

#include "base/error.hpp"
#include "catch.hpp"

using namespace wattline;

namespace {

const ModeTables kXavier{{1, 2, 3, 4, 5, 6, 7, 8},
                         {115200, 1113600, 1190400, 1267200, 2265600},
                         {114750000, 828750000, 905250000, 1032750000, 1377000000},
                         {204000000, 1331200000, 1600000000, 2133000000}};
const PowerMode kNow{8, 2265600, 1377000000, 2133000000};

PowerMode resolved(const char* text, bool nearest = false) {
  return resolve_mode(*parse_mode_request(text), kXavier, kNow, nearest);
}

}  // namespace

TEST_CASE("a mode snaps to the nearest table entries within five percent") {
  CHECK(to_string(resolved("4c/1.2G/900M/1.6G")) == "4c/1190400k/905250k/1600000k");
}

TEST_CASE("min, max and - name the ends of the table and the present setting") {
  CHECK(to_string(resolved("min/max/-/min")) == "1c/2265600k/1377000k/204000k");
}

TEST_CASE("the canonical form and the authors' folder names are read back exactly") {
  CHECK(to_string(resolved("4c/1190400k/905250k/1600000k")) == "4c/1190400k/905250k/1600000k");
  CHECK(to_string(resolved("4_1190400_905250000_1600000000")) == "4c/1190400k/905250k/1600000k");
}

TEST_CASE("a clock far from every entry is refused with the table, unless the nearest will do") {
  CHECK_THROWS_WITH(resolved("4c/1.5G/900M/1.6G"), Catch::Matchers::ContainsSubstring("cpu: 1500000k"));
  try {
    resolved("4c/1.5G/900M/1.6G");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK_THAT(error.hint(), Catch::Matchers::ContainsSubstring("115200k 1113600k") &&
                                 Catch::Matchers::ContainsSubstring("; the nearest is 1267200k"));
  }
  CHECK(resolved("4c/1.5G/900M/1.6G", true).cpu_khz == 1267200);
}

TEST_CASE("a clock in hertz that is lower than any, as 1.2 is, is refused with its unit") {
  try {
    resolved("4c/1.2/900M/-");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "cpu: 1Hz is not in this machine's table");
    CHECK_THAT(error.hint(), Catch::Matchers::ContainsSubstring("a clock without k, M or G is in hertz"));
  }
}

TEST_CASE("core counts are never rounded") {
  CHECK_THROWS_AS(resolved("9c/max/max/max"), Error);
}

TEST_CASE("a knob that the machine lacks is unavailable when asked for and kept otherwise") {
  const ModeTables pc{{1, 2}, {800000, 3000000}, {}, {}};
  const PowerMode now{2, 3000000, {}, {}};
  CHECK(to_string(resolve_mode(*parse_mode_request("1c/min/-/-"), pc, now, false)) == "1c/800000k/-/-");
  try {
    resolve_mode(*parse_mode_request("1c/min/max/-"), pc, now, false);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::unavailable);
  }
}

TEST_CASE("ids, names and files are left to others; malformed modes are refused") {
  for (const char* text : {"2", "MODE_30W", "@state.tsv"}) CHECK_FALSE(parse_mode_request(text));
  for (const char* text : {"4c/1.2G", "4c/1.2G/900M/1.6G/5", "0c/-/-/-", "4c/fast/-/-", "/", "////"}) {
    CHECK_THROWS_AS(parse_mode_request(text), Error);
  }
}

TEST_CASE("the case of a mode is ignored, as that of a name is") {
  CHECK(to_string(resolved("4C/MAX/Min/-")) == to_string(resolved("4c/max/min/-")));
  CHECK(to_string(*parse_mode_request("4C/1.2g/900m/1.6GHZ")) == "4c/1200000k/900000k/1600000k");
  CHECK(to_string(*parse_mode_request("MAX/max/-/MIN")) == "max/max/-/min");
  CHECK_THROWS_AS(parse_mode_request("4c/1.2x/-/-"), Error);
}

TEST_CASE("a row without a value has the field of its text") {
  CHECK(to_string(request_of_row({4, {}, 900000000, {}}, "4c/max/900000k/max")) == "4c/max/900000k/max");
  CHECK(to_string(request_of_row({4, 1200000, {}, {}}, "8c/max/-/-")) == "4c/1200000k/-/-");
  CHECK(to_string(request_of_row({4, {}, {}, {}}, "MODE_30W")) == "4c/-/-/-");
  CHECK(to_string(request_of_row({}, "")) == "-/-/-/-");
}
