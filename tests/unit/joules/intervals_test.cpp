// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/parse.hpp"
#include "joules_case.hpp"

using namespace wattline;

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
  CHECK(column(rows, kEnergy) == Values{"45.000000", "5.000000", "10.000000"});
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
  CHECK(column(rows, kEnergy) == Values{"5.000000", "2.000000"});
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

TEST_CASE("--by stage splits each step into overhead, stall and compute, in this order", "[joules]") {
  Case c;
  c.power(50, 0.1, [](double t) { return t; }).intervals({{101, 102}, {102, 103}});
  c.options.by = {"epoch", "stage"};
  const Table rows = c.run();
  CHECK(column(rows, 1) == Values{"overhead", "stall", "compute"});
  CHECK(column(rows, 5) == Values{"101.6250", "101.8750", "102.2500"});
}

TEST_CASE("--by stage splits rows of --stages into six, and leaves empty ones out", "[joules]") {
  Case c;
  c.power(50, 0.1, [](double t) { return t; }).options.by = {"stage"};
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\tstall_ms\th2d_ms\tcompute_ms\tforward_ms\tbackward_ms\toptimizer_ms\n"
                  "101\t102\t300\t100\t500\t200\t200\t100\n"
                  "102\t103\t300\t0\t500\t200\t300\t0\n");
  c.options.input = c.path("/s.tsv");
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"overhead", "stall", "copy", "forward", "backward", "optimizer"});
  CHECK(column(rows, 1) == Values{"2", "2", "1", "2", "2", "1"});
  CHECK(column(rows, 2) == Values{"0.400000", "0.500000", "0.100000", "0.400000", "0.500000", "0.100000"});
}

TEST_CASE("--fit requires --by, and replaces --interpolate", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).intervals({{101, 102}});
  c.options.fit = true;
  CHECK(c.refused() == ExitCode::usage);
  c.options.by = {"stage"};
  c.options.interpolate = true;
  CHECK(c.refused() == ExitCode::usage);
  c.options.interpolate = false;
  c.options.job = joules::Job::calibrate;
  c.options.meter_file = c.path("/m.tsv");
  CHECK(c.refused() == ExitCode::usage);
}

TEST_CASE("--fit refuses rails whose averaging time is not known, or differs between files", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).power(50, 0.1, constant_5w, "TOTAL", "/q.tsv", 200).intervals({{101, 102}});
  c.options.by = {"stage"};
  c.options.fit = true;
  CHECK(c.refused() == ExitCode::data);
  c.meta("name\tvalue\nrail.TOTAL.window_s\t0.43");
  CHECK(c.run().size() == 4);
  c.tree.file("/q.tsv.meta", "name\tvalue\nrail.TOTAL.window_s\t0.01");
  c.options.power_files.push_back(c.path("/q.tsv"));
  CHECK(c.refused() == ExitCode::data);
}

TEST_CASE("--by stage refuses a stall or a compute time below zero", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).options.by = {"stage"};
  for (const char* times : {"-500\t500", "500\t-500", "1e999\t500", "NaN\t500"}) {
    CAPTURE(times);
    c.tree.raw_file("/s.tsv", std::string("start_mono_s\tend_mono_s\tstall_ms\tcompute_ms\n101\t102\t") + times + "\n");
    c.options.input = c.path("/s.tsv");
    CHECK(c.refused() == ExitCode::data);
  }
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

TEST_CASE("the log's own rows bound the first and the last interval of marks", "[joules]") {
  const auto energies = [](bool marks_end) {
    Case c;
    c.power(50, 0.1, constant_5w);
    c.tree.file("/s.tsv",
                "time_s\tmono_s\tlabel\torigin\tsource\n1000000100\t100\tstart\tlog\tmeasured\n"
                "1000000101\t101\ta\tfifo\tmeasured\n1000000103\t103\tb\tfifo\tmeasured\n"
                "1000000104\t104\tend\tlog\tmeasured");
    c.options.input = c.path("/s.tsv");
    c.options.marks_end = marks_end;
    std::vector<std::string> rows;
    for (const auto& row : c.run()) rows.push_back(row[2] + " " + row[4]);
    return rows;
  };
  CHECK(energies(false) == std::vector<std::string>{"label energy_j", "a 10.000000", "b 5.000000"});
  CHECK(energies(true) == std::vector<std::string>{"label energy_j", "a 5.000000", "b 10.000000"});
}

TEST_CASE("only marks can end their intervals", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w);
  c.options.marks_end = true;
  c.intervals({{100, 104}});
  CHECK(c.refused() == ExitCode::usage);
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
