// SPDX-License-Identifier: Apache-2.0
// JSON that scripts write of jetson_stats.
#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

TEST_CASE("jtop.stats as one JSON object per line", "[import]") {
  Case c(Format::jtop);
  c.options.board = "orin-nano";
  c.file(R"({"time": "2026-11-27 08:00:01", "GPU": 12, "Temp tj": 44.5, "Power VDD_SOC": 1500, "Power TOT": 5500})"
         "\n"
         R"({"time": "2026-11-27 08:00:02", "GPU": 12, "Temp tj": 44.5, "Power VDD_SOC": null, "Power TOT": 6500})"
         "\n");
  CHECK(c.run() == Lines{"1795766401.000000 NA VDD_SOC nested NA NA 1.5000 NA measured",
                         "1795766401.000000 NA VDD_IN part NA NA 5.5000 NA measured",
                         "1795766401.000000 NA TOTAL total NA NA 5.5000 NA measured",
                         "1795766402.000000 NA VDD_SOC nested NA NA NA NA measured",
                         "1795766402.000000 NA VDD_IN part NA NA 6.5000 NA measured",
                         "1795766402.000000 NA TOTAL total NA NA 6.5000 NA measured"});
}

TEST_CASE("jtop.power in a list, with the voltage and current of each rail", "[import]") {
  Case c(Format::jtop);
  c.options.board = "orin-nano";
  c.file(R"([
    {"date": "2026-11-27 08:00:01",
     "rail": {"VDD_SOC": {"volt": 5000, "curr": 300, "power": 1500, "avg": 1400, "online": true}},
     "tot": {"volt": 5000, "curr": 1100, "power": 5500, "avg": 5400, "name": "VDD_IN"}}
  ])");
  CHECK(c.run() == Lines{"1795766401.000000 NA VDD_SOC nested 5.000 0.3000 1.5000 NA measured",
                         "1795766401.000000 NA VDD_IN part 5.000 1.1000 5.5000 NA measured",
                         "1795766401.000000 NA TOTAL total NA NA 5.5000 NA measured"});
}

TEST_CASE("jtop.power before 4.2 is a pair of the total and the rails", "[import]") {
  Case c(Format::jtop);
  c.file(R"({"time": 1795766401, "power": [{"cur": 7000, "avg": 7000}, {"5V_IN": {"cur": 4500, "avg": 4000}}]})"
         "\n");
  CHECK(c.run() == Lines{"1795766401.000000 NA jtop_total outside NA NA 7.0000 NA measured",
                         "1795766401.000000 NA 5V_IN outside NA NA 4.5000 NA measured"});
}

TEST_CASE("a power under the name of a temperature is left out", "[import]") {
  Case c(Format::jtop);
  const std::string note = "Power tj left out: jetson_stats 4.2.0 to 4.2.9";
  c.file(R"({"time": 1795766401, "Temp tj": 44.5, "Power tj": 1500, "Power TOT": 5500})");
  CHECK(c.run() == Lines{"1795766401.000000 NA jtop_total outside NA NA 5.5000 NA measured"});
  CHECK(c.said(note));
  c.file("time,Temp tj,Power tj,Power TOT\n1795766401,44.5,1500,5500\n");
  CHECK(c.run() == Lines{"1795766401.000000 NA jtop_total outside NA NA 5.5000 NA measured"});
  CHECK(c.said(note));
}

TEST_CASE("JSON without a power of jtop is refused, and broken lines are counted", "[import]") {
  Case c(Format::jtop);
  c.file(R"({"time": 1795766401, "GPU": 12})"
         "\n");
  CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context),
                    Catch::Matchers::ContainsSubstring("no power of jtop"));
  c.file(R"({"time": 1795766401, "Power TOT": 5500})"
         "\n"
         R"({"time": 17957)");
  CHECK(c.run().size() == 1);
  CHECK(c.said("1 lines that are no JSON left out"));
  CHECK(c.tool.context.partial);
}
