// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "base/parse.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"

using namespace wattline;

namespace {

using Table = std::vector<std::vector<std::string>>;

Table parse_rows(const std::string& text) {
  Table table;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) continue;
    table.emplace_back();
    for (const std::string_view field : split(line, '\t')) table.back().emplace_back(field);
  }
  return table;
}

// Files of one case, and a run of joules over them.
class Case {
 public:
  Case() : tool(tree.root()) { options.power_files = {path("/p.tsv")}; }
  std::string path(const std::string& name) const { return tree.at(name).string(); }

  // `power(t)` sampled at `count` instants `step` apart from t = 100 s; the wall clock is 1e9 s ahead.
  Case& power(int count, double step, const std::function<double(double)>& watts, const std::string& rail = "TOTAL",
              const std::string& file = "/p.tsv", double first = 100) {
    std::string text = "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource\n";
    for (int k = 0; k < count; ++k) {
      const double t = first + k * step;
      text += fmt::format("{:.6f}\t{:.6f}\t{}\ttotal\tNA\tNA\t{:.4f}\t0\tmeasured\n", 1e9 + t, t, rail, watts(t));
    }
    tree.raw_file(file, text);
    return *this;
  }
  Case& append_power(int count, double step, double watts, double first, double wall) {
    std::ofstream file(path("/p.tsv"), std::ios::app);
    for (int k = 0; k < count; ++k) {
      const double t = first + k * step;
      file << fmt::format("{:.6f}\t{:.6f}\tTOTAL\ttotal\tNA\tNA\t{:.4f}\t0\tmeasured\n", wall + t, t, watts);
    }
    return *this;
  }
  Case& intervals(const std::vector<std::pair<double, double>>& list, double wall = 1e9) {
    std::string text = "start_mono_s\tend_mono_s\ttime_s\tepoch\tstall_ms\tcompute_ms\tsource\n";
    for (const auto& [start, end] : list) {
      const double length_ms = (end - start) * 1e3;
      text += fmt::format("{:.6f}\t{:.6f}\t{:.6f}\t0\t{:.3f}\t{:.3f}\tmeasured\n", start, end, wall + end,
                          length_ms / 4, length_ms / 2);
    }
    tree.raw_file("/s.tsv", text);
    options.input = path("/s.tsv");
    return *this;
  }
  Case& meta(const std::string& text) {
    tree.file("/p.tsv.meta", text);
    return *this;
  }
  Table run() {
    tool.text.clear();
    CHECK(joules::run(options, tool.context) == 0);
    return parse_rows(tool.text);
  }
  ExitCode refused() {
    try {
      joules::run(options, tool.context);
    } catch (const Error& error) {
      return error.code();
    }
    return ExitCode::ok;
  }

  test::SysfsTree tree;
  test::ToolFixture tool;
  joules::Options options;
};

double constant_5w(double) {
  return 5;
}
constexpr std::size_t kEnergy = 6, kMean = 7, kSamples = 8, kCoverage = 9, kError = 10;

}  // namespace

TEST_CASE("23 samples of 5 W, 0.1 s apart, are 11 J: 22 intervals", "[joules]") {
  Case c;
  const Table rows = c.power(23, 0.1, constant_5w).intervals({{100, 102.2}}).run();
  CHECK(join(rows[0], " ") ==
        "start_mono_s end_mono_s time_s epoch stall_ms compute_ms energy_j mean_power_w samples coverage_pct "
        "energy_err_j source");
  CHECK(rows[1][kEnergy] == "11.000000");
  CHECK(rows[1][kMean] == "5.0000");
  CHECK(rows[1][kSamples] == "22");
  CHECK(rows[1][kCoverage] == "100.00");
  CHECK(rows[1].back() == "measured");
}

TEST_CASE("ends between samples are interpolated: a ramp has its analytic energy", "[joules]") {
  Case c;
  const auto ramp = [](double t) { return 2 * (t - 100); };
  const Table rows = c.power(50, 0.1, ramp).intervals({{101.03, 103.57}}).run();
  CHECK(std::stod(rows[1][kEnergy]) == Approx(3.57 * 3.57 - 1.03 * 1.03).epsilon(1e-6));
}

TEST_CASE("consecutive intervals add up to the interval that spans them", "[joules]") {
  Case c;
  const auto wave = [](double t) { return std::fmod(t, 0.31) < 0.155 ? 6.0 : 14.0; };
  std::vector<std::pair<double, double>> list{{100.5, 108.5}};
  for (int i = 0; i < 80; ++i) list.emplace_back(100.5 + 0.1 * i, 100.6 + 0.1 * i);
  const Table rows = c.power(1000, 0.01, wave).intervals(list).run();
  double sum = 0;
  for (std::size_t i = 2; i < rows.size(); ++i) sum += std::stod(rows[i][kEnergy]);
  CHECK(sum == Approx(std::stod(rows[1][kEnergy])).margin(1e-4));
  CHECK(std::stod(rows[1][kMean]) == Approx(10).epsilon(0.02));
}

TEST_CASE("an interval that power does not cover has its coverage and no energy", "[joules]") {
  Case c;
  const Table rows = c.power(11, 0.1, constant_5w).intervals({{99, 100.5}, {100.5, 102.5}, {200, 201}}).run();
  CHECK(rows[1][kEnergy] == "NA");
  CHECK(rows[1][kCoverage] == "33.33");
  CHECK(rows[2][kCoverage] == "25.00");
  CHECK(rows[3][kCoverage] == "0.00");
}

TEST_CASE("a hole in the power rows is not bridged", "[joules]") {
  Case c;
  c.power(11, 0.1, constant_5w);
  const std::string before = c.tree.read("/p.tsv");
  c.power(11, 0.1, constant_5w, "TOTAL", "/p.tsv", 105);
  const std::string after = c.tree.read("/p.tsv");
  c.tree.file("/p.tsv", before + after.substr(after.find('\n')));
  const Table rows = c.intervals({{100, 101}, {100.5, 105.5}, {105, 106}}).run();
  CHECK(rows[1][kEnergy] == "5.000000");
  CHECK(rows[2][kEnergy] == "NA");
  CHECK(rows[2][kCoverage] == "20.00");
  CHECK(rows[3][kEnergy] == "5.000000");
}

TEST_CASE("an interval shorter than the sensor's window has no energy, unless --interpolate", "[joules]") {
  Case c;
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.43").power(50, 0.1, constant_5w).intervals({{101, 101.2}, {102, 103}});
  const Table rows = c.run();
  CHECK(rows[1][kEnergy] == "NA");
  CHECK(rows[1][kCoverage] == "100.00");
  CHECK(rows[2][kEnergy] == "5.000000");
  c.options.interpolate = true;
  CHECK(c.run()[1][kEnergy] == "1.000000");
}

TEST_CASE("the first and the last reading count for the sensor's own window around them", "[joules]") {
  Case c;
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.4").power(11, 0.1, constant_5w).intervals({{99.61, 101}});
  CHECK(c.run()[1][kEnergy] == "6.950000");
}

TEST_CASE("the error bound is that of the meta file, and unknown without one", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{101, 103}});
  CHECK(c.run()[1][kError] == "NA");
  c.meta("name\tvalue\nrail.TOTAL.error_w\t0.06");
  CHECK(c.run()[1][kError] == "0.120000");
}

TEST_CASE("rows of two boots are refused, and joined by time on request", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{501, 502}}, 1e9 - 400);
  CHECK(c.refused() == ExitCode::data);
  c.options.clock = joules::JoinClock::time;
  CHECK(c.run()[1][kEnergy] == "5.000000");
}

TEST_CASE("a wall clock that is set while an interval lasts is not another boot", "[joules]") {
  Case at_end;  // between the interval's end and the next power row
  at_end.power(31, 0.1, [](double) { return 5.0; }).append_power(10, 0.1, 5, 103.1, 1e9 + 3600);
  CHECK(at_end.intervals({{101, 103.05}}).run()[1][6] != "NA");
  Case between;  // of two power rows
  between.power(31, 0.1, [](double) { return 5.0; }).append_power(10, 0.1, 5, 103.1, 1e9 + 3600);
  CHECK(between.intervals({{103.02, 103.05}}).run().size() == 2);
  Case within;  // and the power ends before the interval does
  within.power(21, 0.1, [](double) { return 5.0; }).append_power(5, 0.1, 5, 102.1, 1e9 + 3600);
  CHECK(within.intervals({{101, 104}}, 1e9 + 3600).run().size() == 2);
}

TEST_CASE("--align puts the first interval at the first mark", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{501, 502}, {502, 503.5}}, 1e9 - 400);
  c.tree.file("/m.tsv", "time_s\tmono_s\tlabel\torigin\tsource\n1000000101\t101.000000\t1\tgpio\tmeasured");
  c.options.align = c.path("/m.tsv");
  const Table rows = c.run();
  CHECK(rows[1][kEnergy] == "5.000000");
  CHECK(rows[2][kEnergy] == "7.500000");
}

TEST_CASE("measured and emulated rows are not mixed by accident", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w);
  std::string text = c.tree.read("/p.tsv");
  for (std::size_t i = 0; (i = text.find("measured", i)) != std::string::npos;) text.replace(i, 8, "emulated");
  c.tree.file("/p.tsv", text);
  c.intervals({{101, 102}});
  CHECK(c.refused() == ExitCode::data);
  c.options.allow_mixed = true;
  CHECK(c.run()[1].back() == "emulated");
}

TEST_CASE("unsorted intervals are refused, and sorted on request", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{102, 103}, {101, 102}});
  CHECK(c.refused() == ExitCode::data);
  c.options.sort = true;
  CHECK(c.run()[1][0] == "101.000000");
}

TEST_CASE("overlapping intervals each get their whole energy, in the order of the input", "[joules]") {
  Case c;
  const Table rows = c.power(100, 0.1, constant_5w).intervals({{100, 109}, {101, 102}, {101.5, 103.5}}).run();
  CHECK(rows[1][kEnergy] == "45.000000");
  CHECK(rows[2][kEnergy] == "5.000000");
  CHECK(rows[3][kEnergy] == "10.000000");
}

TEST_CASE("several rails and files give a row each", "[joules]") {
  Case c;
  c.power(30, 0.1, constant_5w)
      .power(
          30, 0.1, [](double) { return 2.0; }, "METER", "/q.tsv")
      .intervals({{101, 102}});
  c.options.power_files.push_back(c.path("/q.tsv"));
  c.options.rails = {"TOTAL", "METER"};
  const Table rows = c.run();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0][rows[0].size() - 2] == "rail");
  CHECK(rows[1][kEnergy] == "5.000000");
  CHECK(rows[2][kEnergy] == "2.000000");
  CHECK(rows[2][rows[2].size() - 2] == "METER");
}

TEST_CASE("one rail of two files at the same time is refused", "[joules]") {
  Case c;
  c.power(30, 0.1, constant_5w).power(30, 0.1, constant_5w, "TOTAL", "/q.tsv").intervals({{101, 102}});
  c.options.power_files.push_back(c.path("/q.tsv"));
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("a rail that is not in the file is refused with the names that are", "[joules]") {
  Case c;
  c.power(30, 0.1, constant_5w, "VDD_IN").intervals({{101, 102}});
  try {
    joules::run(c.options, c.tool.context);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    CHECK(error.hint().find("VDD_IN") != std::string::npos);
  }
}

TEST_CASE("--by sums; steps in a row are one stretch for the sensor's window", "[joules]") {
  Case c;
  std::vector<std::pair<double, double>> steps;
  for (int i = 0; i < 20; ++i) steps.emplace_back(101 + 0.1 * i, 101.1 + 0.1 * i);
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.43").power(50, 0.1, constant_5w).intervals(steps);
  c.options.by = {"epoch"};
  const Table rows = c.run();
  CHECK(join(rows[0], " ") ==
        "epoch intervals duration_s energy_j mean_power_w samples coverage_pct energy_err_j source");
  CHECK(join(rows[1], " ") == "0 20 2.000000 10.000000 5.0000 20 100.00 NA measured");
}

TEST_CASE("--by stage splits each step into stall, compute and overhead", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{101, 102}, {102, 103}});
  c.options.by = {"epoch", "stage"};
  const Table rows = c.run();
  REQUIRE(rows.size() == 4);
  CHECK(rows[1][1] == "stall");
  CHECK(rows[1][4] == "2.500000");
  CHECK(rows[2][1] == "compute");
  CHECK(rows[2][4] == "5.000000");
  CHECK(rows[3][1] == "overhead");
  CHECK(rows[3][4] == "2.500000");
}

TEST_CASE("--net takes the idle power of a summary off", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{101, 103}});
  c.tree.file("/idle.tsv", "rail\tmean_w\nTOTAL\t3.5");
  c.options.net = c.path("/idle.tsv");
  const Table rows = c.run();
  CHECK(rows[0][kError + 1] == "net_energy_j");
  CHECK(rows[1][kError + 1] == "3.000000");
}

TEST_CASE("marks are intervals too, each until the next", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w);
  c.tree.file("/s.tsv",
              "time_s\tmono_s\tlabel\torigin\tsource\n1000000101\t101\ta\tfifo\tmeasured\n"
              "1000000102\t102\tb\tfifo\tmeasured\n1000000104\t104\tc\tfifo\tmeasured");
  c.options.input = c.path("/s.tsv");
  const Table rows = c.run();
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][2] == "a");
  CHECK(rows[1][4] == "5.000000");
  CHECK(rows[2][4] == "10.000000");
}

TEST_CASE("readings that repeat the last conversion do not flatten the power", "[joules]") {
  Case c;
  std::string text = "time_s\tmono_s\trail\tpower_w\tstale\tsource\n";
  for (int k = 0; k <= 40; ++k) {  // a ramp that the chip updates every fourth tick
    text += fmt::format("{:.6f}\t{:.6f}\tTOTAL\t{:.4f}\t{}\tmeasured\n", 1e9 + 100 + k * 0.1, 100 + k * 0.1,
                        (k / 4) * 0.4, k % 4 == 0 ? 0 : 1);
  }
  c.tree.raw_file("/p.tsv", text);
  CHECK(c.intervals({{100, 104}}).run()[1][kEnergy] == "8.000000");
}

TEST_CASE("--calibrate finds the gain and the offset of a rail against a meter", "[joules]") {
  Case c;
  const auto rail = [](double t) { return 5 + 3 * std::sin(t); };
  c.power(400, 0.1, rail);
  // The meter's readings are a second apart: exact means of what a carrier of 2 W and a gain of 1.1 make of the rail.
  c.power(
      38, 1.0, [&](double t) { return 1.1 * rail(t) + 2; }, "METER", "/m.tsv", 101);
  c.options.meter_file = c.path("/m.tsv");
  const Table rows = c.run();
  CHECK(join(rows[0], " ") == "rail gain offset_w residual_sd_w samples source");
  CHECK(std::stod(rows[1][1]) == Approx(1.1).epsilon(0.1));
  CHECK(std::stod(rows[1][2]) == Approx(2).epsilon(0.3));
  CHECK(rows[1][4] == "37");
}

TEST_CASE("--calibrate does not fit a meter to an emulated rail", "[joules]") {
  Case c;
  const auto rail = [](double t) { return 5 + 3 * std::sin(t); };
  c.power(400, 0.1, rail).power(38, 1.0, rail, "METER", "/m.tsv", 101);
  std::string emulated = c.tree.read("/p.tsv");
  for (std::size_t at = 0; (at = emulated.find("measured", at)) != std::string::npos;)
    emulated.replace(at, 8, "emulated");
  c.tree.raw_file("/p.tsv", emulated + "\n");
  c.options.meter_file = c.path("/m.tsv");
  CHECK(c.refused() == ExitCode::data);
  c.options.allow_mixed = true;
  CHECK(c.run()[1].back() == "emulated");
}

TEST_CASE("--calibrate does not fit a load that never changed", "[joules]") {
  Case c;
  c.power(400, 0.1, constant_5w).power(38, 1.0, constant_5w, "METER", "/m.tsv", 101);
  c.options.meter_file = c.path("/m.tsv");
  CHECK(c.refused() == ExitCode::data);
}
