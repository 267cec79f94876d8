// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/run_list.hpp"

#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::pmsweep;

namespace {

struct PlanFile {
  test::SysfsTree tree;
  std::string path;
  explicit PlanFile(const std::string& text) {
    tree.raw_file("/modes.tsv", text);
    path = tree.at("/modes.tsv").string();
  }
};

std::deque<Item> items_of(const std::string& text) {
  const PlanFile file(text);
  RunList plan(file.path);
  while (plan.pump()) {
  }
  return plan.items();
}

}  // namespace

TEST_CASE("the four columns make the mode, in whatever unit they are") {
  const auto items = items_of("cores\tcpu_mhz\tgpu_hz\temc_hz\n4\t1190.4\t905250000\t1600000000\n");
  REQUIRE(items.size() == 1);
  CHECK(items[0].mode == "4c/1190400k/905250k/1600000k");
  CHECK(items[0].carried.empty());
}

TEST_CASE("a knob without column or value is kept, a row without any leaves the mode alone") {
  CHECK(items_of("gpu_hz\n905250000\n")[0].mode == "-/-/905250k/-");
  CHECK(items_of("cores\tgpu_hz\n4\tNA\n")[0].mode == "4c/-/-/-");
  CHECK(items_of("cores\tworkers\nNA\t2\n")[0].mode.empty());
  CHECK(items_of("workers\n2\n")[0].mode.empty());
}

TEST_CASE("a column mode serves when the four are not there") {
  const auto named = items_of("mode\nMAXN\n");
  CHECK(named[0].mode == "MAXN");
  CHECK(named[0].carried == std::vector<std::string>{"MAXN"});
  CHECK(items_of("mode\tcores\tcpu_khz\tgpu_hz\temc_hz\nx\t2\t1000000\t2000000000\t3000000000\n")[0].mode ==
        "2c/1000000k/2000000k/3000000k");
}

TEST_CASE("a table of modes may begin with a byte order mark and end its lines with CRLF") {
  const auto items = items_of(
      "\xEF\xBB\xBF"
      "cores\tcpu_mhz\tgpu_hz\temc_hz\r\n4\t1190.4\t905250000\t1600000000\r\n");
  REQUIRE(items.size() == 1);
  CHECK(items[0].mode == "4c/1190400k/905250k/1600000k");
  CHECK(items_of("\xEF\xBB\xBFmode\r\nMAXN\r\n")[0].mode == "MAXN");
}

TEST_CASE("columns that are neither the mode's nor the profile's own are carried") {
  const PlanFile file("id\tmode\tcores\tdata\tpower_w\n7\tx\t2\t/a\\tb\t30\n");
  RunList plan(file.path);
  while (plan.pump()) {
  }
  CHECK(plan.carried() == std::vector<std::string>{"id", "data"});
  CHECK(plan.items()[0].carried == std::vector<std::string>{"7", "/a\tb"});
  CHECK(plan.items()[0].values.at("power_w") == "30");
}

TEST_CASE("a row that is asked for twice is two runs with keys that stay the same") {
  const std::string text = "workers\n1\n2\n1\n";
  const auto first = items_of(text), second = items_of(text);
  CHECK(first[0].key != first[2].key);
  for (std::size_t i = 0; i < 3; ++i) CHECK(first[i].key == second[i].key);
}

TEST_CASE("wrong rows are refused with their line") {
  using Catch::Matchers::ContainsSubstring;
  CHECK_THROWS_WITH(items_of("cores\tgpu_hz\n4\t905250000\n4\n"), ContainsSubstring("line 3"));
  CHECK_THROWS_WITH(items_of("cores\nfour\n"), ContainsSubstring("line 2"));
  CHECK_THROWS_WITH(items_of("cores\n-4\n"), ContainsSubstring("line 2"));
  CHECK_THROWS_WITH(items_of("gpu_hz\n1e300\n"), ContainsSubstring("line 2"));
  CHECK_THROWS_AS(RunList("/nonexistent"), Error);
}

TEST_CASE("a last row without line feed is not a row") {
  CHECK(items_of("workers\n1\n2").size() == 1);
}

TEST_CASE("known names in braces are replaced, everything else is left as it is") {
  const std::map<std::string, std::string> values{{"mode", "4c/-/-/-"}, {"data", "a b; rm -rf {mode}"}};
  const std::vector<std::string> argv{"train", "--data={data}", "{mode}{mode}", "{unknown}", "{", "a}{b", "{{mode}}"};
  CHECK(substitute(argv, values) == std::vector<std::string>{"train", "--data=a b; rm -rf {mode}", "4c/-/-/-4c/-/-/-",
                                                             "{unknown}", "{", "a}{b", "{4c/-/-/-}"});
}

TEST_CASE("a mode that pmode would take for an option is refused with its line") {
  for (const char* text : {"--help", "-v", "-o", "--root=/tmp/x", "-/x", "-"}) {
    try {
      items_of(std::string("mode\nMAXN\n") + text + "\n");
      FAIL(text << " was not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
      CHECK(std::string(error.what()).find("line 3") != std::string::npos);
    }
  }
  CHECK(items_of("mode\n-/1.2G/-/-\n")[0].mode == "-/1.2G/-/-");
}
