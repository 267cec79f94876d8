// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

#include <cmath>

#include "base/parse.hpp"
#include "joules_case.hpp"

using namespace wattline;

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
  CHECK(column(rows, kEnergy) == Values{"NA", "NA", "NA"});
  CHECK(column(rows, kCoverage) == Values{"33.33", "25.00", "0.00"});
}

TEST_CASE("an interval without length has no energy outside the power rows", "[joules]") {
  Case c;
  c.power(11, 0.1, constant_5w).intervals({{99, 99}, {100.55, 100.55}, {200, 200}, {200, 200.000003}});
  const Table rows = c.run();
  for (const std::size_t outside : {1, 3, 4}) {
    CHECK(rows[outside][kEnergy] == "NA");
    CHECK(rows[outside][kCoverage] == "0.00");
  }
  CHECK(rows[2][kEnergy] == "0.000000");
  CHECK(rows[2][kCoverage] == "100.00");
  CHECK(c.tool.messages == std::vector<std::string>{"3 of 4 rows lie outside the time that power rows cover"});
  c.options.by = {"epoch"};
  CHECK(c.intervals({{99, 99}, {200, 200}}).run()[1][3] == "NA");
  CHECK(c.intervals({{100.2, 100.4}, {200, 200}}).run()[1][3] == "1.000000");
}

TEST_CASE("a hole in the power rows is not bridged", "[joules]") {
  Case c;
  c.power(11, 0.1, constant_5w);
  const std::string before = c.tree.read("/p.tsv");
  c.power(11, 0.1, constant_5w, "TOTAL", "/p.tsv", 105);
  const std::string after = c.tree.read("/p.tsv");
  c.tree.file("/p.tsv", before + after.substr(after.find('\n')));
  const Table rows = c.intervals({{100, 101}, {100.5, 105.5}, {105, 106}}).run();
  CHECK(column(rows, kEnergy) == Values{"5.000000", "NA", "5.000000"});
  CHECK(rows[2][kCoverage] == "20.00");
}

TEST_CASE("one warning sums up the rows that power rows cover only in part", "[joules]") {
  const std::string text =
      "are covered only in part by power rows (at most 99.9 %) and have no energy: record power before they begin and "
      "until after they end; --max-gap TIME bridges longer gaps";
  Case c;
  c.power(11, 0.1, constant_5w).intervals({{99.5, 100.5}, {100, 101.0001}, {100.2, 100.4}, {200, 201}});
  CHECK(column(c.run(), kEnergy) == Values{"NA", "NA", "1.000000", "NA"});
  CHECK(c.tool.messages == Values{"1 of 4 rows lie outside the time that power rows cover", "2 of 4 rows " + text});
  CHECK(c.tool.context.partial);
  c.tool.messages.clear();
  c.options.by = {"epoch"};
  CHECK(c.intervals({{100, 100.9}, {100.9, 101.0005}}).run()[1][3] == "NA");
  CHECK(c.tool.messages == Values{"1 of 1 rows " + text});
}

TEST_CASE("a log that ends before the sensor converts again covers the time until its last row", "[joules]") {
  Case c;
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.4").power(9, 0.5, constant_5w).intervals({{101, 104.39}});
  const std::string stale = "\n1000000104.390000\t104.390000\tTOTAL\ttotal\tNA\tNA\t5.0000\t1\tmeasured\n";
  c.tree.raw_file("/p.tsv", c.tree.read("/p.tsv") + stale);
  CHECK(column(c.run(), kEnergy) == Values{"16.950000"});
}

TEST_CASE("no time counts twice around readings that failed, or that are farther apart than the rows", "[joules]") {
  for (const auto& [window_s, step_s, every] : {std::tuple{0.43, 0.1, 20}, {0.43, 0.02, 10}, {1.69, 0.1, 0}}) {
    std::string rows = "time_s\tmono_s\trail\tscope\tvoltage_v\tcurrent_a\tpower_w\tstale\tsource\n";
    for (int i = 0, conversion = -1; i * step_s < 60; ++i) {
      const double mono_s = 100 + i * step_s;
      const int now = static_cast<int>((mono_s - 0.003) / window_s);
      const bool failed = every > 0 && i % every == every - 1;
      rows += std::to_string(1e9 + mono_s) + "\t" + std::to_string(mono_s) + "\tTOTAL\ttotal\tNA\tNA\t" +
              (failed ? "NA\t0" : "5.0000\t" + std::to_string(int{now == conversion})) + "\tmeasured\n";
      conversion = now;
    }
    Case c;
    c.meta("name\tvalue\nrail.TOTAL.window_s\t" + std::to_string(window_s)).intervals({{120, 150}});
    c.tree.raw_file("/p.tsv", rows);
    const std::string energy = c.run()[1][kEnergy];
    CAPTURE(window_s, step_s, every, energy);
    CHECK((energy == "NA" || energy == "150.000000"));
  }
}

TEST_CASE("an interval shorter than the sensor's window has no energy, unless --interpolate", "[joules]") {
  Case c;
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.43").power(50, 0.1, constant_5w).intervals({{101, 101.2}, {102, 103}});
  const Table rows = c.run();
  CHECK(column(rows, kEnergy) == Values{"NA", "5.000000"});
  CHECK(rows[1][kCoverage] == "100.00");
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

TEST_CASE("rows of another boot whose clock is ahead are refused, in one file or in two", "[joules]") {
  Case appended;  // without a meta file
  appended.power(21, 0.1, constant_5w)
      .append_power(21, 0.1, 5, 60'000, 1e9 + 50'000)
      .intervals({{100.5, 101.5}, {60'000.5, 60'001}}, 1e9 + 50'000);
  CHECK(appended.refused() == ExitCode::data);
  appended.meta("name\tvalue\nboot_id\taaa");  // of the first rows alone
  CHECK(appended.refused() == ExitCode::data);
  // powerlog appended them, after the clock had been set.
  appended.meta("name\tvalue\nboot_id\taaa\nboot_id\taaa").intervals({{60'000.5, 60'001}}, 1e9 + 50'000);
  CHECK(appended.run()[1][kEnergy] == "2.500000");
  Case by_meta;
  by_meta.meta("name\tvalue\nboot_id\taaa\nboot_id\tbbb").power(50, 0.1, constant_5w).intervals({{101, 102}});
  CHECK(by_meta.refused() == ExitCode::data);
  by_meta.options.clock = joules::JoinClock::time;
  CHECK(by_meta.run()[1][kEnergy] == "5.000000");
  Case two;
  two.power(50, 0.1, constant_5w).power(50, 0.1, constant_5w, "TOTAL", "/q.tsv", 60'000).intervals({{101, 102}});
  two.meta("name\tvalue\nboot_id\taaa").tree.file("/q.tsv.meta", "name\tvalue\nboot_id\tbbb");
  two.options.power_files.push_back(two.path("/q.tsv"));
  CHECK(two.refused() == ExitCode::data);
  two.tree.file("/q.tsv.meta", "name\tvalue\nboot_id\taaa");
  CHECK(two.run()[1][kEnergy] == "5.000000");
}

TEST_CASE("a jump of the wall clock without a pause in the rows gives a warning", "[joules]") {
  Case c;
  c.power(31, 0.1, constant_5w).append_power(30, 0.1, 5, 103.1, 1e9 + 50'000).intervals({{101, 104}});
  c.run();
  REQUIRE(c.tool.messages.size() == 1);
  CHECK(c.tool.messages[0].find("time_s - mono_s changes by 50000") != std::string::npos);
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
  CHECK(column(rows, kEnergy) == Values{"5.000000", "7.500000"});
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

TEST_CASE("rows of different sources in one power file are not mixed by accident", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{101, 102}, {103, 104}});
  std::string text = c.tree.read("/p.tsv");
  text.replace(text.find("measured", text.size() / 2), 8, "emulated");
  c.tree.raw_file("/p.tsv", text);
  CHECK(c.refused() == ExitCode::data);
  c.options.allow_mixed = true;
  const Table rows = c.run();
  CHECK(rows[1].back() == "measured");  // printed before the emulated row came
  CHECK(rows[2].back() == "emulated");
  c.options.by = {"epoch"};
  CHECK(c.run()[1].back() == "emulated");
}

TEST_CASE("a meta file that cannot be used is named, and the status is 1", "[joules]") {
  const auto warning_with = [](const std::string& meta) {
    Case c;
    c.meta(meta).power(50, 0.1, constant_5w).intervals({{101, 102}}).run();
    CHECK(c.tool.context.partial == !c.tool.messages.empty());
    return c.tool.messages.empty() ? "" : c.tool.messages[0].substr(c.path("/p.tsv").size());
  };
  const std::string so = ": what it says of the sensors is unknown, and energies may be wrong";
  CHECK(warning_with("name\tvalue\nrail.TOTAL.window_s\t0.43").empty());
  CHECK(warning_with("\x7f"
                     "ELF") == ".meta: is no meta file" + so);
  CHECK(warning_with("name\tvalue\nrail.TOTAL.window_s\t0.4x") == ".meta: rail.TOTAL.window_s is '0.4x'" + so);
  CHECK(warning_with("name\tvalue\nrail.TOTAL.error_w\t-1") == ".meta: rail.TOTAL.error_w is '-1'" + so);
  Case c;
  c.tree.folder("/p.tsv.meta");
  c.power(50, 0.1, constant_5w).intervals({{101, 102}}).run();
  CHECK(c.tool.messages == std::vector<std::string>{c.path("/p.tsv.meta") + ": Is a directory" + so});
}
