// SPDX-License-Identifier: Apache-2.0
// joules --per, and the parts of requests to a language model.
#include <fmt/format.h>

#include <cmath>

#include "joules_case.hpp"

using namespace wattline;

namespace {

// Two requests of one second, of which 0.1 s is overhead, 0.3 s prefill and 0.6 s decode; the second is `last` tokens
// long.
Case& requests(Case& c, const char* last = "4") {
  c.tree.raw_file("/s.tsv", std::string("start_mono_s\tend_mono_s\twindow\timages\tprompt_tokens\ttokens\tprefill_ms\t"
                                        "decode_ms\tsource\n"
                                        "101\t102\t0\t1\t64\t4\t300\t600\tmeasured\n"
                                        "102\t103\t1\t1\t36\t") +
                                last + "\t300\t600\tmeasured\n");
  c.options.input = c.path("/s.tsv");
  return c;
}

}  // namespace

TEST_CASE("--per divides the energy of all rows by the sum of a column, and the bound with it", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).meta("name\tvalue\nrail.TOTAL.window_s\t0.01\nrail.TOTAL.error_pct\t1");
  requests(c).options.per = "tokens";
  const Table rows = c.run();
  CHECK(join(rows[0], " ") ==
        "intervals duration_s energy_j mean_power_w samples coverage_pct energy_err_j tokens energy_per_j "
        "energy_per_err_j source");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1][0] == "2");
  CHECK(rows[1][2] == "10.000000");
  CHECK(rows[1][7] == "8");
  CHECK(rows[1][8] == "1.250000");
  if (rows[1][6] != "NA") {
    CHECK(8 * std::stod(rows[1][9]) == Approx(std::stod(rows[1][6])).epsilon(1e-3));
  }
}

TEST_CASE("--by stage tells prefill from decode: the tokens of one are those of the prompts", "[joules]") {
  Case c;
  requests(c.power(50, 0.1, constant_5w)).options.by = {"stage"};
  c.options.per = "tokens";
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"overhead", "prefill", "decode"});
  CHECK(column(rows, 2) == Values{"0.200000", "0.600000", "1.200000"});
  CHECK(column(rows, 8) == Values{"8", "100", "8"});
  CHECK(column(rows, 9) == Values{"NA", "0.030000", "0.750000"});  // the overhead is too short
  c.options.per = "images";                                        // of other columns, each stage has those of its row
  CHECK(column(c.run(), 8) == Values{"2", "2", "2"});
}

TEST_CASE("Rounded times leave no sliver of overhead before a stage", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w).options.by = {"stage"};
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\tprompt_tokens\ttokens\tprefill_ms\tdecode_ms\n"
                  "101.000000\t102.000002\t64\t4\t400.000\t600.000\n");
  c.options.input = c.path("/s.tsv");
  CHECK(column(c.run(), 0) == Values{"prefill", "decode"});
}

TEST_CASE("--by stage has no energy for stages that the sensor's window does not tell apart", "[joules]") {
  Case c;
  requests(c.power(50, 0.1, constant_5w)).meta("name\tvalue\nrail.TOTAL.window_s\t0.8").options.by = {"stage"};
  c.options.per = "tokens";
  const Table rows = c.run();
  CHECK(column(rows, 3) == Values{"NA", "NA", "NA"});
  CHECK(column(rows, 9) == Values{"NA", "NA", "NA"});
}

TEST_CASE("--by token splits a request: the first token is there at the end of the prefill", "[joules]") {
  Case c;
  requests(c.power(50, 0.1, constant_5w)).options.by = {"window", "token"};
  const Table rows = c.run();
  CHECK(column(rows, 1) == Values{"overhead", "1", "2", "3", "4", "overhead", "1", "2", "3", "4"});
  CHECK(rows[2][3] == "0.300000");
  CHECK(rows[3][3] == "0.200000");
  c.options.by = {"stage", "token"};
  CHECK(c.refused() == ExitCode::usage);
}

TEST_CASE("A stage of training after the inference of a window stands behind its requests", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w);
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\timages\tprompt_tokens\ttokens\tprefill_ms\tdecode_ms\ttrain_ms\n"
                  "101\t102\t1\t64\t4\t300\t200\t500\n");
  c.options.input = c.path("/s.tsv");
  c.options.by = {"stage"};
  c.options.per = "tokens";
  const Table rows = c.run();
  CHECK(column(rows, 0) == Values{"prefill", "decode", "train"});
  CHECK(column(rows, 8) == Values{"64", "4", "0"});
  CHECK(rows[3][9] == "NA");
}

TEST_CASE("--per leaves out rows that are not counted, unless --by names their phase", "[joules]") {
  Case c;
  c.power(50, 0.1, constant_5w);
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\tphase\timages\n"
                  "101\t102\tfirst\tNA\n"
                  "102\t103\tstabilizing\t2\n"
                  "103\t104\tcounted\t2\n");
  c.options.input = c.path("/s.tsv");
  c.options.per = "images";
  Table rows = c.run();
  REQUIRE(rows.size() == 2);
  CHECK(rows[1][0] == "1");
  CHECK(rows[1][8] == "2.500000");
  c.options.by = {"phase"};
  CHECK(c.refused() == ExitCode::data);  // the first row has no number of images
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\tphase\timages\n"
                  "101\t102\tfirst\t0\n"
                  "103\t104\tcounted\t2.5\n");
  rows = c.run();
  CHECK(column(rows, 8) == Values{"0", "2.5"});
  CHECK(column(rows, 9) == Values{"NA", "2.000000"});
}

TEST_CASE("--per refuses a column that is missing, has no number or is one of --by", "[joules]") {
  Case c;
  requests(c.power(50, 0.1, constant_5w), "NA").options.per = "tokens";
  CHECK(c.refused() == ExitCode::data);
  c.options.per = "samples";
  CHECK(c.refused() == ExitCode::data);
  c.options.per = "tokens";
  c.options.by = {"tokens"};
  CHECK(c.refused() == ExitCode::usage);
}

TEST_CASE("requests that are answered at the same time share their energy: it counts once in a sum", "[joules]") {
  Case c;
  c.power(100, 0.1, constant_5w);
  c.tree.raw_file("/s.tsv",
                  "start_mono_s\tend_mono_s\tprompt_tokens\ttokens\tprefill_ms\tdecode_ms\n"
                  "101\t104\t8\t10\t500\t2500\n"
                  "102\t105\t8\t10\t500\t2500\n"
                  "102.2\t102.8\t8\t5\t100\t500\n"
                  "106\t107\t8\t5\t500\t500\n");
  c.options.input = c.path("/s.tsv");
  c.options.per = "tokens";
  const Table rows = c.run();
  CHECK(rows[1][0] == "4");
  CHECK(rows[1][1] == "5.000000");
  CHECK(rows[1][2] == "25.000000");
  CHECK(rows[1][7] == "30");
  c.options.per = "";
  c.options.by = {"stage"};
  const Table stages = c.run();
  CHECK(column(stages, 0) == Values{"prefill", "decode"});
  CHECK(column(stages, 3) == Values{"7.500000", "20.000000"});  // 0.5 + 0.5 + 0.5 s; 1.5 to 5 and 6.5 to 7 s
}

TEST_CASE("--per says that there is nothing to divide by", "[joules]") {
  Case c;
  requests(c.power(50, 0.1, constant_5w), "0").options.per = "tokens";
  c.tree.raw_file("/s.tsv", "start_mono_s\tend_mono_s\ttokens\n101\t102\t0\n");
  CHECK(c.run()[1][8] == "NA");
  CHECK(c.tool.context.partial);
}

TEST_CASE("--per and --by phase have the same energy of the counted rows", "[joules]") {
  const auto step_w = [](double t) { return t < 106 ? 30.0 : std::fmod(t, 0.2) < 0.06 ? 25.0 : 8.0; };
  Case c;
  c.power(600, 0.1, step_w).meta("name\tvalue\nrail.TOTAL.window_s\t0.43\nrail.TOTAL.error_w\t0.05");
  std::string rows = "start_mono_s\tend_mono_s\tphase\timages\n105\t106\tfirst\t1\n";
  for (int k = 0; k < 200; ++k) {
    const double start = 106 + 0.2 * k;
    rows += fmt::format("{:.6f}\t{:.6f}\tcounted\t1\n", start, start + 0.06);
  }
  c.tree.raw_file("/s.tsv", rows);
  c.options.input = c.path("/s.tsv");
  c.options.per = "images";
  const Table per = c.run();
  c.options.per = "";
  c.options.by = {"phase"};
  const Table by = c.run();
  CHECK(by[2][0] == "counted");
  CHECK(per[1][2] == by[2][3]);
  CHECK(per[1][6] == by[2][7]);
}
