// SPDX-License-Identifier: Apache-2.0
// The CSV files of PowerJoular.
#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

namespace {

const std::string kPowerjoularHeader = "Date,CPU Utilization,Total Power,CPU Power,GPU Power\n";

}  // namespace

TEST_CASE("PowerJoular's powers are rails, and its total is not ours", "[import]") {
  Case c(Format::powerjoular);
  const auto rows = c.file(kPowerjoularHeader + "2026-11-27 08:00:01,0.25,6.50,4.25,2.25\n").run();
  CHECK(rows == Lines{"1795766401.000000 NA powerjoular_total outside NA NA 6.5000 NA measured",
                      "1795766401.000000 NA CPU outside NA NA 4.2500 NA measured",
                      "1795766401.000000 NA GPU outside NA NA 2.2500 NA measured"});
  CHECK_FALSE(c.tool.context.partial);
}

TEST_CASE("the file of a process has its power alone", "[import]") {
  Case c(Format::powerjoular);
  const auto rows = c.file("Date,CPU Utilization,CPU Power\n2026-11-27 08:00:01,0.25,1.5\n").run();
  CHECK(rows == Lines{"1795766401.000000 NA CPU_process outside NA NA 1.5000 NA measured"});
}

TEST_CASE("PowerJoular's times have blanks and milliseconds without zeros", "[import]") {
  Case c(Format::powerjoular);
  c.file(
      "Date,CPU Utilization,CPU Power\n 2026- 11- 27  8: 0: 1. 5,0.2,1\n 2026- 11- 27  8: 0: 1. 50,0.2,2\n"
      " 2026- 11- 27  8: 0: 2. 500,0.2,3\n 2026- 11- 27  8: 0: 3,0.2,4\n");
  CHECK(c.times_and_powers(true) == Lines{"1795766401.005000 1.0000", "1795766401.050000 2.0000",
                                          "1795766402.500000 3.0000", "1795766403.000000 4.0000"});
}

TEST_CASE("a time of PowerJoular that is none is counted", "[import]") {
  Case c(Format::powerjoular);
  c.file(
      "Date,CPU Utilization,CPU Power\n 2026- 11- 27  8: 0: 1. 5,0.2,1\n 2026- 13- 27  8: 0: 2. 5,0.2,2\n"
      " 2026- 11- 27  8: 0: 3. 5 x,0.2,3\n");
  CHECK(c.times_and_powers(false) == Lines{"1795766401.005000 1.0000", "NA 2.0000", "NA 3.0000"});
}

TEST_CASE("a file that is not PowerJoular's is refused with what it should have", "[import]") {
  Case c(Format::powerjoular);
  c.file("Date,CPU Utilization\n1,2\n");
  CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context),
                    Catch::Matchers::ContainsSubstring("no power column of PowerJoular"));
  c.file("time,power cur\n1,2\n");
  CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context),
                    Catch::Matchers::ContainsSubstring("looks like jtop, not powerjoular"));
  c.file(kPowerjoularHeader).options.board = "nano";
  CHECK(c.refused() == ExitCode::usage);
}
