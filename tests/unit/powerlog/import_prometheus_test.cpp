// SPDX-License-Identifier: Apache-2.0
// Answers of Prometheus.
#include "import_case.hpp"

using namespace wattline;
using Case = test::ImportCase;
using Format = powerlog::ImportFormat;
using Lines = std::vector<std::string>;

namespace {

std::string answer(const std::string& series) {
  return R"({"status":"success","data":{"resultType":"matrix","result":[)" + series + "]}}";
}

std::string series(const std::string& labels, const std::string& values) {
  return R"({"metric":{)" + labels + R"(},"values":[)" + values + "]}";
}

}  // namespace

TEST_CASE("the series of wattline's exporter become its rails again", "[import]") {
  Case c(Format::prometheus);
  c.options.board = "nano";
  const std::string name = R"("__name__":"wattline_rail_power_watts","instance":"a:9100","scope":"x","rail":)";
  c.file(answer(series(name + R"("POM_5V_IN")", R"([1795766401,"4.5"],[1795766416.5,"5"])") + "," +
                series(name + R"("POM_5V_GPU")", R"([1795766401,"1.5"])")));
  CHECK(c.run() == Lines{"1795766401.000000 NA POM_5V_IN part NA NA 4.5000 NA measured",
                         "1795766401.000000 NA POM_5V_GPU nested NA NA 1.5000 NA measured",
                         "1795766401.000000 NA TOTAL total NA NA 4.5000 NA measured",
                         "1795766416.500000 NA POM_5V_IN part NA NA 5.0000 NA measured",
                         "1795766416.500000 NA TOTAL total NA NA 5.0000 NA measured"});
}

TEST_CASE("rails of several devices are named by device and rail", "[import]") {
  Case c(Format::prometheus);
  const auto of = [](const char* device, const char* power) {
    return series(R"("__name__":"jetson_power_mw","instance":")" + std::string(device) + R"(","rail":"VDD_IN")",
                  R"([1795766401,")" + std::string(power) + R"("])");
  };
  c.file(answer(of("a", "4500") + "," + of("b", "7000")));
  CHECK(c.run() == Lines{"1795766401.000000 NA a outside NA NA 4.5000 NA measured",
                         "1795766401.000000 NA b outside NA NA 7.0000 NA measured"});
}

TEST_CASE("an expression has no name and counts watts, and NaN is a missing reading", "[import]") {
  Case c(Format::prometheus);
  c.file(answer(series("", R"([1795766401,"4.5"],[1795766402,"NaN"])")));
  const auto rows = c.run();
  CHECK(rows == Lines{"1795766401.000000 NA power outside NA NA 4.5000 NA measured",
                      "1795766402.000000 NA power outside NA NA NA NA measured"});
}

TEST_CASE("what is no power by its name is named", "[import]") {
  Case c(Format::prometheus);
  const std::string samples = R"([1795766401,"4.5"])";
  c.file(answer(series(R"("__name__":"x_watts")", samples) + "," + series(R"("__name__":"x_joules_total")", samples)));
  CHECK(c.run().size() == 1);
  CHECK(c.said("left out: x_joules_total"));
  CHECK(c.tool.context.partial);
}

TEST_CASE("what is no answer of a range is refused with its reason", "[import]") {
  Case c(Format::prometheus);
  const auto refused_with = [&](const std::string& text, const std::string& reason) {
    c.file(text);
    CHECK_THROWS_WITH(powerlog::import_power(c.options, c.tool.context), Catch::Matchers::ContainsSubstring(reason));
  };
  refused_with("", "no JSON");
  refused_with("{", "no whole JSON document");
  refused_with("{}", "no answer of Prometheus");
  refused_with("[1]", "no answer of Prometheus");
  refused_with(R"({"status":"error","error":"parse error"})", "the query failed: parse error");
  refused_with(R"({"status":"success","data":{"resultType":"vector","result":[]}})", "not 'matrix'");
  refused_with(answer(""), "no sample of a power");
}
