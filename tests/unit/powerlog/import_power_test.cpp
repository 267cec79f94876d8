// SPDX-License-Identifier: Apache-2.0
#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

namespace {

const char* const kOrin =
    "06-09-2024 20:18:17 RAM 1/2MB CPU [0%@729] VDD_GPU_SOC 2000mW/1mW VDD_CPU_CV 500mW/1mW VIN_SYS_5V0 2500mW/1mW "
    "VDDQ_VDD2_1V8AO 300mW/1mW\n";

}  // namespace

TEST_CASE("a module's input rail is the total without being told the board", "[import]") {
  Case c(Format::tegrastats);
  const auto rows =
      c.file(
           "06-09-2024 20:18:17 RAM 1/2MB CPU [0%@729] VDD_IN 5000mW/1mW VDD_CPU_GPU_CV 2000mW/1mW VDD_SOC 900mW/1mW\n")
          .run();
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == "1717964297.000000 NA VDD_IN part NA NA 5.0000 NA measured");
  CHECK(rows[1] == "1717964297.000000 NA VDD_CPU_GPU_CV nested NA NA 2.0000 NA measured");
  CHECK(rows[3] == "1717964297.000000 NA TOTAL total NA NA 5.0000 NA measured");
}

TEST_CASE("rails that only one board has need no --board, a part of them does", "[import]") {
  Case c(Format::tegrastats);
  CHECK(c.file("RAM 1/2MB VDD_GPU_SOC 2000mW/1mW VDD_CPU_CV 500mW/1mW\n").run().size() == 2);
  const auto rows = c.file(kOrin).run();
  REQUIRE(rows.size() == 5);
  c.options.board = "agx-orin";
  CHECK(c.run() == rows);
  CHECK(rows[4] == "1717964297.000000 NA TOTAL total NA NA 5.0000 NA measured");
}

TEST_CASE("lines without time take it from --start and -i", "[import]") {
  Case c(Format::tegrastats);
  c.file("RAM 1/2MB CPU [0%@7] VDD_IN 1000/1\nRAM 1/2MB CPU [0%@7] VDD_IN 2000/1\n");
  CHECK(c.run()[0].compare(0, 3, "NA ") == 0);
  CHECK(c.tool.messages.size() == 1);
  c.options.start = "1000";
  c.options.interval_ns = 1'000'000'000;
  CHECK(c.run()[2].compare(0, 12, "1001.000000 ") == 0);
}

TEST_CASE("a line without a rail takes an interval, too", "[import]") {
  Case c(Format::tegrastats);
  c.file("RAM 1/2MB CPU [0%@7] VDD_IN 1000/1\nRAM 1/2MB CPU [0%@7]\nRAM 1/2MB CPU [0%@7] VDD_IN 2000/1\n");
  c.options.start = "1000";
  c.options.interval_ns = 1'000'000'000;
  CHECK(c.times_and_powers(false) == Lines{"1000.000000 1.0000", "1002.000000 2.0000"});
  CHECK(c.said("1 lines lack rails that other lines have"));
}

TEST_CASE("a file without a line of tegrastats is refused", "[import]") {
  Case c(Format::tegrastats);
  CHECK(c.file("hello\n").refused() == ExitCode::data);
}

TEST_CASE("jtop's table: milliwatts, the repeated first row left out, the total named for what it is", "[import]") {
  Case c(Format::jtop);
  c.file(
      "time,CPU1,power cur,power avg\n2024-06-09 20:18:17.5,64,8210,12116\n2024-06-09 20:18:17.5,64,8210,12116\n"
      "2024-06-09 20:18:18.8,64,9000,12116\n2024-06-0");
  auto rows = c.run();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == "1717964297.500000 NA jtop_total outside NA NA 8.2100 NA measured");
  CHECK(c.tool.context.partial);  // the torn last line
}

TEST_CASE("an old jtop total of a board with an input rail is flagged and makes no TOTAL", "[import]") {
  for (const char* board : {"nano", "orin-nano"}) {
    Case c(Format::jtop);
    c.options.board = board;
    c.file("time,power cur\n1000,8210\n");
    CHECK(c.run().size() == 1);
    REQUIRE(c.tool.messages.size() == 1);
    CHECK(c.tool.messages[0].find("twice") != std::string::npos);
  }
}

TEST_CASE("a new jtop total is the board's input rail, which has a TOTAL of its own where it is listed", "[import]") {
  Case c(Format::jtop);
  c.options.board = "orin-nano";
  auto rows = c.file("time,Power VDD_SOC,Power TOT\n1000,1500,8210\n").run();
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == "1000.000000 NA VDD_IN part NA NA 8.2100 NA measured");
  CHECK(rows[2] == "1000.000000 NA TOTAL total NA NA 8.2100 NA measured");
  rows = c.file("time,Power VDD_IN,Power TOT\n1000,3200,7120\n").run();
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == "1000.000000 NA jtop_total outside NA NA 7.1200 NA measured");
  CHECK(rows[2] == "1000.000000 NA TOTAL total NA NA 3.2000 NA measured");
}

TEST_CASE("swapped labels of a Nano are put right by the order of its rails", "[import]") {
  Case c(Format::tegrastats);
  const auto rows = c.file("RAM 1/2MB POM_5V_GPU 8949/8949 POM_5V_IN 3227/3227 POM_5V_CPU 3148/3148\n").run();
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == "NA NA POM_5V_IN part NA NA 8.9490 NA measured");
  CHECK(rows[3] == "NA NA TOTAL total NA NA 8.9490 NA measured");
}

TEST_CASE("a meter's file is read by the names of its two columns", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "w"};
  const auto rows = c.file("t;v;w\n1000.5;230;7.25\n1001.5;230;\n").run();
  CHECK(rows == Lines{"1000.500000 NA METER outside NA NA 7.2500 NA measured",
                      "1001.500000 NA METER outside NA NA NA NA measured"});
  c.options.rows.columns = {"t", "watts"};
  CHECK(c.refused() == ExitCode::data);
  c.options.rows.columns.clear();
  CHECK(c.refused() == ExitCode::usage);
}

TEST_CASE("a meter's quoted field may hold the separator, and a torn quote costs its row alone", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "w"};
  const auto rows = c.file("t,note,w\n1,\"a,b\",2\n2,\"torn,3\n3,c,4\n").run();
  CHECK(rows == Lines{"1.000000 NA METER outside NA NA 2.0000 NA measured",
                      "3.000000 NA METER outside NA NA 4.0000 NA measured"});
}

TEST_CASE("a last line that is cut within a number is left out, and the file is partial", "[import]") {
  Case meter(Format::meter);
  meter.options.rows.columns = {"t", "w"};
  CHECK(meter.file("t,w\n1,123.4\n2,12").run() == Lines{"1.000000 NA METER outside NA NA 123.4000 NA measured"});
  CHECK(meter.tool.context.partial);
  Case jtop(Format::jtop);
  CHECK(jtop.file("time,power cur\n1000,8210\n1001,82").run().size() == 1);
  CHECK(jtop.tool.context.partial);
  Case tegrastats(Format::tegrastats);
  CHECK(tegrastats.file("RAM 1/2MB VDD_IN 5000/5000\nRAM 1/2MB VDD_IN 5000/50").run().size() == 2);
  CHECK(tegrastats.tool.context.partial);
}

TEST_CASE("a column name that stands twice in the header of an imported table is refused", "[import]") {
  Case meter(Format::meter);
  meter.options.rows.columns = {"t", "w"};
  CHECK(meter.file("t,w,w\n1,2,3\n").refused() == ExitCode::data);
  CHECK(meter.file("t,w, w \n1,2,3\n").refused() == ExitCode::data);
  CHECK(meter.file("t,w,,\n1,2,,\n").run().size() == 1);  // spreadsheets write columns without a name
  Case jtop(Format::jtop);
  CHECK(jtop.file("time,Power TOT,Power TOT\n2024-06-09 20:18:17,5000,6000\n").refused() == ExitCode::data);
}

TEST_CASE("a quoted name in a meter's header does not decide what separates the columns", "[import]") {
  Case c(Format::meter);
  c.options.rows.columns = {"t", "Power; W"};
  const auto rows = c.file("t,\"Power; W\"\n1,2\n").run();
  CHECK(rows == Lines{"1.000000 NA METER outside NA NA 2.0000 NA measured"});
}

TEST_CASE("a board without a rule is refused with those that have one", "[import]") {
  Case c(Format::tegrastats);
  c.options.board = "agx-orion";
  CHECK(c.file(kOrin).refused() == ExitCode::usage);
  CHECK(c.tool.text.empty());
}

namespace {
const char* const kPmic =
    " 3V7_WL_SW_A current(0)=0.10000000A\n   VDD_CORE_A current(7)=2.00000000A\n"
    " 3V7_WL_SW_V volt(8)=3.70000000V\n   VDD_CORE_V volt(15)=0.80000000V\n    EXT5V_V volt(24)=5.12000000V\n";
}

TEST_CASE("rails of a Raspberry Pi 5 are paired by their names, and the input without a current is left out",
          "[import]") {
  Case c(Format::pmic);
  const auto rows = c.file(kPmic).run();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == "NA NA 3V7_WL_SW outside 3.700 0.1000 0.3700 NA measured");
  CHECK(rows[1] == "NA NA VDD_CORE outside 0.800 2.0000 1.6000 NA measured");
}

TEST_CASE("calls of vcgencmd follow each other with or without their times", "[import]") {
  Case c(Format::pmic);
  const std::string call = kPmic;
  auto rows = c.file("1000.5\n" + call + "1001.5\n" + call).run();
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].substr(0, 11) == "1000.500000");
  CHECK(rows[3].substr(0, 11) == "1001.500000");
  c.options.start = "2000";
  c.options.interval_ns = 1'000'000'000;
  rows = c.file(call + call).run();
  REQUIRE(rows.size() == 4);
  CHECK(rows[3].substr(0, 11) == "2001.000000");
}

TEST_CASE("a rail without a voltage has no power, and other text is no reading", "[import]") {
  Case c(Format::pmic);
  const std::string whole = "Y_A current(2)=0.5A\nY_V volt(3)=2V\n";
  const auto rows = c.file(whole + "HDMI_A current(22)=0.5A\nHDMI_V volt(23)=VA\nX_A current(1)=0.5V\n").run();
  REQUIRE(rows.size() == 2);
  CHECK(rows[1] == "NA NA HDMI outside NA 0.5000 NA NA measured");
  CHECK(c.tool.context.partial);
  CHECK(c.file("HDMI_A current(22)=0.5A\n").refused() == ExitCode::data);
  CHECK(c.file("throttled=0x0\n").refused() == ExitCode::data);
}
