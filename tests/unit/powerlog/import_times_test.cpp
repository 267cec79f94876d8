// SPDX-License-Identifier: Apache-2.0
// What an import does with times: never a wrong one, and none lost without a word.
#include <map>
#include <utility>

#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

namespace {

struct MeterCase : Case {
  explicit MeterCase(std::vector<std::string> columns) : Case(Format::meter) {
    options.rows.columns = std::move(columns);
  }
};

std::string tegrastats(const std::string& time) {
  return time + " RAM 1/2MB CPU [1%@9] VDD_IN 1W/1W\n";
}

}  // namespace

TEST_CASE("times count in the unit that the column's name states", "[import]") {
  for (const auto& [name, first] : std::map<std::string, std::string>{{"Zeit [ms]", "1.000000"},
                                                                      {"time_ms", "1.000000"},
                                                                      {"timeMs", "1.000000"},
                                                                      {"t (us)", "0.001000"},
                                                                      {"Elapsed/ns", "0.000001"},
                                                                      {"t [s]", "1000.000000"},
                                                                      {"min", "60000.000000"},
                                                                      {"h", "3600000.000000"}}) {
    CAPTURE(name);
    MeterCase c({name, "W"});
    CHECK(c.file(name + ";W\n1000;12.6\n").times_and_powers(true) == Lines{first + " 12.6000"});
  }
  MeterCase several({"timestamps", "W"});
  CHECK(several.file("timestamps,W\n1729997998123,1\n").times_and_powers(true) == Lines{"1729997998.123000 1.0000"});
  MeterCase comma({"time_ms", "W"});
  CHECK(comma.file("time_ms,W\n\"172999,5\",1\n").times_and_powers(true) == Lines{"172.999500 1.0000"});
  MeterCase epoch({"time_ms", "W"});
  CHECK(epoch.file("time_ms,W\n1729997998123,1\n").times_and_powers(true) == Lines{"1729997998.123000 1.0000"});
}

TEST_CASE("numbers of a column with several units, or too large for its unit, are no times", "[import]") {
  MeterCase c({"t [ms] or s", "W"});
  CHECK(c.file("t [ms] or s;W\n1000;1\n").refused() == ExitCode::data);
  c.options.rows.columns = {"time_s", "W"};
  CHECK(c.file("time_s;W\n1729997998123;1\n").refused() == ExitCode::data);
}

TEST_CASE("different readings of one second are spread over it, repeated rows left out", "[import]") {
  MeterCase c({"t", "W"});
  CHECK(c.file("t,W\n10,1\n10,2\n11,3\n11,3\n").times_and_powers(true) ==
        Lines{"10.000000 1.0000", "10.500000 2.0000", "11.000000 3.0000", "11.500000 3.0000"});
  CHECK(c.file("t,W\n10,1\n10,1\n11,3\n").times_and_powers(true) == Lines{"10.000000 1.0000", "11.000000 3.0000"});
  CHECK(c.file("t,W\n10.5,1\n10.5,2\n11,3\n").times_and_powers(false) == Lines{"10.500000 1.0000", "11.000000 3.0000"});
  Case jtop(Format::jtop);
  CHECK(jtop.file("time,power cur\n10,1000\n10,2000\n11,3000\n").times_and_powers(true)[1] == "10.500000 2.0000");
  Case pmic(Format::pmic);
  const std::string call = "A_A current(1)=1A\nA_V volt(2)=";
  CHECK(pmic.file("10\n" + call + "1V\n10\n" + call + "2V\n").times_and_powers(true)[1] == "10.500000 2.0000");
}

TEST_CASE("times that go back are counted", "[import]") {
  MeterCase c({"t", "W"});
  CHECK(c.file("t,W\n10,1\n9,2\n12,3\n").times_and_powers(false).size() == 3);
  CHECK(ends_with(c.tool.messages.at(0), ": 1 times are before that of the line above"));
}

TEST_CASE("a row without a time among others has none, and a table without times is refused", "[import]") {
  MeterCase c({"t", "W"});
  CHECK(c.file("t,W\n10,1\nten,2\n,3\n12,4\n").times_and_powers(false) ==
        Lines{"10.000000 1.0000", "NA 2.0000", "NA 3.0000", "12.000000 4.0000"});
  CHECK(c.tool.messages.size() == 2);
  CHECK(c.file("t,W\nten,2\n").refused() == ExitCode::data);
  CHECK(c.file("t,W\n,2\n").refused() == ExitCode::data);
}

TEST_CASE("times with a decimal comma, and a date in a column of its own", "[import]") {
  MeterCase c({"t", "W"});
  CHECK(c.file("t;W\n0,500;1\n1,000;2\n").times_and_powers(true) == Lines{"0.500000 1.0000", "1.000000 2.0000"});
  c.options.rows.columns = {"Date", "Time", "W"};
  CHECK(c.file("Date,Time,W\n05/11/2026,08:00:00 AM,1\n27/11/2026,08:00:00 AM,2\n").times_and_powers(true) ==
        Lines{"1793865600.000000 1.0000", "1795766400.000000 2.0000"});
  c.options.rows.columns = {"Time", "W"};
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("dates in an open order are refused in a table", "[import]") {
  MeterCase c({"t", "W"});
  CHECK(c.file("t,W\n05/11/2026 08:00:00,1\n").refused() == ExitCode::data);
  CHECK(c.file("t,W\n05-11-2026 08:00:00,1\n").refused() == ExitCode::data);
}

TEST_CASE("the clock of a table that goes back at the end of summer time", "[import]") {
  MeterCase c({"t", "W"});
  ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
  CHECK(c.file("t,W\n2024-10-27 02:59:59,1\n2024-10-27 02:00:00,2\n").times_and_powers(true) ==
        Lines{"1729990799.000000 1.0000", "1729990800.000000 2.0000"});
  ::setenv("TZ", "UTC", 1);
}

TEST_CASE("lines of tegrastats with times that are not read have none and end the import with status 1", "[import]") {
  Case c(Format::tegrastats);
  for (const char* time : {"Nov 27 08:00:00", "2026-11-27 08:00:00 PST", "05/11/2026 08:00:00", "08:00:00"}) {
    CAPTURE(time);
    CHECK(c.file(tegrastats(time)).times_and_powers(false) == Lines{"NA 1.0000"});
    CHECK(c.tool.messages.size() == 1);
  }
  c.options.start = "1000";
  CHECK(c.times_and_powers(true) == Lines{"1000.000000 1.0000"});
}

TEST_CASE("one line of tegrastats without a time among others has none", "[import]") {
  Case c(Format::tegrastats);
  CHECK(c.file(tegrastats("11-27-2026 08:00:00") + tegrastats("") + tegrastats("11-27-2026 08:00:02"))
            .times_and_powers(false)[1] == "NA 1.0000");
}

TEST_CASE("a time of a Raspberry Pi's readings that cannot be read is told", "[import]") {
  Case c(Format::pmic);
  CHECK(c.file("08:00:00\nA_A current(1)=1A\nA_V volt(2)=1V\n").times_and_powers(false) == Lines{"NA 1.0000"});
  CHECK(c.file("99999999999\nA_A current(1)=1A\nA_V volt(2)=1V\n").times_and_powers(false) == Lines{"NA 1.0000"});
  CHECK(c.file("Fri Nov 27 08:00:00 UTC 2026\nA_A current(1)=1A\nA_V volt(2)=1V\n").times_and_powers(true) ==
        Lines{"1795766400.000000 1.0000"});
}
