// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

#include <csignal>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "catch.hpp"
#include "io/attribute.hpp"
#include "io/meta.hpp"
#include "rail_trees.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using test::SysfsTree;
using test::ToolFixture;

namespace {

using test::parse_rows;
using test::Table;

// The rows of one rail.
Table of_rail(const Table& table, const std::string& rail) {
  Table rows;
  for (const auto& row : table) {
    if (row.size() > 2 && row[2] == rail) rows.push_back(row);
  }
  return rows;
}

powerlog::Options ticks(std::int64_t count, std::int64_t interval_ns = 100'000'000) {
  powerlog::Options options;
  options.sampling.schedule.count = count;
  options.sampling.schedule.interval_ns = interval_ns;
  return options;
}

constexpr std::size_t kStale = 7, kPower = 6;

}  // namespace

TEST_CASE("23 readings of 5 W, 0.1 s apart, are 11 J: 22 intervals", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(23);
  options.sampling.summary = tree.at("/summary.tsv").string();
  CHECK(powerlog::run(options, tool.context) == 0);
  const Table summary = parse_rows(*io::read_text(options.sampling.summary));
  REQUIRE(summary.size() == 5);
  CHECK(summary[1][0] == "VDD_IN");
  CHECK(summary[1][2] == "2.200000");
  CHECK(summary[1][9] == "11.000000");
  CHECK(summary[4][0] == "TOTAL");
  CHECK(summary[4][9] == "11.000000");
}

TEST_CASE("each tick prints a row per rail, then TOTAL", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  ToolFixture tool(tree.root());
  CHECK(powerlog::run(ticks(2), tool.context) == 0);
  const Table table = parse_rows(tool.text);
  REQUIRE(table.size() == 11);
  CHECK(join(table[0], " ") == "time_s mono_s rail scope voltage_v current_a power_w stale source");
  CHECK(join(table[1], " ") == "1700000000.000000 1.000000 VDD_GPU_SOC part 5.000 1.0000 5.0000 0 measured");
  CHECK(join(table[5], " ") == "1700000000.000000 1.000000 TOTAL total NA NA 15.0000 0 measured");
  CHECK(table[6][1] == "1.100000");
  CHECK(tool.messages.empty());
}

TEST_CASE("-r prints the rails asked for; TOTAL still reads its parts", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.rails = {"TOTAL"};
  CHECK(powerlog::run(options, tool.context) == 0);
  const Table table = parse_rows(tool.text);
  REQUIRE(table.size() == 2);
  CHECK(table[1][kPower] == "15.0000");
}

TEST_CASE("an unknown rail is refused with the names there are", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.rails = {"VDD_CPU"};
  try {
    powerlog::run(options, tool.context);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(error.hint().find("VDD_IN, VDD_CPU_GPU_CV, VDD_SOC, TOTAL") != std::string::npos);
  }
}

TEST_CASE("without any sensor powerlog says where it looked", "[powerlog]") {
  SysfsTree tree;
  ToolFixture tool(tree.root());
  CHECK_THROWS_AS(powerlog::run(ticks(1), tool.context), Error);
  CHECK(tool.text.empty());
}

TEST_CASE("readings faster than the chip converts are marked stale and noted once", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.file(test::kOrinChip + "/samples", "512").file(test::kOrinChip + "/update_interval", "1");
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) test::set_rail(tree, test::kOrinChip, 1, 5000, 1008);
    return false;
  };
  powerlog::Options options = ticks(8);
  options.interval_given = true;
  CHECK(powerlog::run(options, tool.context) == 0);
  std::string stale;
  for (const auto& row : of_rail(parse_rows(tool.text), "VDD_IN")) stale += row[kStale];
  CHECK(stale == "01011110");  // new at 0, changed at 0.2 s, a steady value counts again 0.43 s later
  CHECK(tool.messages.size() == 1);
  CHECK_FALSE(tool.context.partial);
}

TEST_CASE("a rail that dies mid-run becomes NA, is named once, and takes TOTAL with it", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) tree.file(test::kOrinChip + "/curr1_input", "<garbage>");
    return false;
  };
  powerlog::Options options = ticks(4);
  options.sampling.summary = tree.at("/summary.tsv").string();
  powerlog::run(options, tool.context);
  const Table total = of_rail(parse_rows(tool.text), "TOTAL");
  CHECK(total[1][kPower] == "15.0000");
  CHECK(total[2][kPower] == "NA");
  CHECK(tool.messages.size() == 1);
  CHECK(tool.context.partial);
  const Table summary = parse_rows(*io::read_text(options.sampling.summary));
  CHECK(summary.back()[9] == "1.500000");  // only the time for which the power is known
}

TEST_CASE("missed ticks are counted and not made up for", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) tool.clock.advance(550'000'000);  // as if stopped for a while
    return false;
  };
  powerlog::Options options = ticks(5);
  options.sampling.summary = tree.at("/summary.tsv").string();
  powerlog::run(options, tool.context);
  const Table rows = of_rail(parse_rows(tool.text), "VDD_IN");
  CHECK(rows[2][1] == "1.750000");
  CHECK(rows[3][1] == "1.800000");
  CHECK(parse_rows(*io::read_text(options.sampling.summary))[1][4] == "5");
}

TEST_CASE("a wall clock moved by an hour makes no gap and no burst", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  constexpr std::int64_t kHour = 3600 * std::int64_t{1'000'000'000};
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'300'000'000) tool.clock.shift_wall(kHour);
    if (mono_ns == 1'600'000'000) tool.clock.shift_wall(-2 * kHour);
    return false;
  };
  powerlog::Options options = ticks(10);
  options.sampling.summary = tree.at("/summary.tsv").string();
  powerlog::run(options, tool.context);
  const Table rows = of_rail(parse_rows(tool.text), "TOTAL");
  REQUIRE(rows.size() == 10);
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i][1] == "1." + std::to_string(i) + "00000");
  CHECK(rows[3][0] == "1700003600.300000");
  CHECK(rows[9][0] == "1699996400.900000");
  const Table summary = parse_rows(*io::read_text(options.sampling.summary));
  CHECK(summary[1][4] == "0");         // missed
  CHECK(summary[1][9] == "4.500000");  // 0.9 s of 5 W
}

TEST_CASE("-d samples its end too, so that the energy is that of the whole time", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(0);
  options.sampling.schedule.duration_ns = 1'000'000'000;
  powerlog::run(options, tool.context);
  CHECK(of_rail(parse_rows(tool.text), "TOTAL").size() == 11);
}

TEST_CASE("SIGTERM ends the log with one last sample and status 0", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns < 1'300'000'000) return false;
    io::Signals::note(SIGTERM);
    return true;
  };
  CHECK(powerlog::run(ticks(0), tool.context) == 0);
  CHECK(of_rail(parse_rows(tool.text), "TOTAL").size() == 4);
}

TEST_CASE("SIGUSR1 writes marks beside the rows", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  bool marked = false;
  tool.clock.on_wait = [&](std::int64_t) {
    if (marked) return false;
    io::Signals::note(SIGUSR1);
    io::Signals::note(SIGUSR1);
    return marked = true;
  };
  powerlog::Options options = ticks(2);
  options.marks.out = tree.at("/marks.tsv").string();
  powerlog::run(options, tool.context);
  const Table marks = parse_rows(*io::read_text(options.marks.out));
  REQUIRE(marks.size() == 3);
  CHECK(marks[2][2] == "2");
  CHECK(marks[2][3] == "signal");
}

TEST_CASE("FILE.meta states the total's rule and each rail's window", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  tree.emulated("agx-orin");
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(3);
  options.sampling.rows.output = tree.at("/p.tsv").string();
  powerlog::run(options, tool.context);
  const std::string meta = options.sampling.rows.output + ".meta";
  CHECK(io::read_meta(meta, "total_rule").front() == "VDD_GPU_SOC + VDD_CPU_CV + VIN_SYS_5V0");
  CHECK(io::read_meta(meta, "rail.TOTAL.window_s").front() == "0.006600");
  CHECK(io::read_meta(meta, "source").front() == "emulated");
  CHECK(io::read_meta(meta, "rail.TOTAL.error_w").size() == 1);
}

TEST_CASE("FILE.meta states the power mode at the start and at the end", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  const std::string cpu = "/sys/devices/system/cpu/", policy = cpu + "cpufreq/policy0";
  tree.file(cpu + "present", "0-1").file(cpu + "online", "0-1").file(policy + "/related_cpus", "0 1");
  tree.file(policy + "/scaling_available_frequencies", "729600 1190400").file(policy + "/scaling_max_freq", "1190400");
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t) {
    tree.file(policy + "/scaling_max_freq", "729600");
    return false;
  };
  powerlog::Options options = ticks(2);
  options.sampling.rows.output = tree.at("/p.tsv").string();
  powerlog::run(options, tool.context);
  const std::string meta = options.sampling.rows.output + ".meta";
  CHECK(io::read_meta(meta, "mode_start").front() == "2c/1190400k/-/-");
  CHECK(io::read_meta(meta, "mode_end").front() == "2c/729600k/-/-");
}

TEST_CASE("--list-rails tells how well each rail is measured", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options;
  options.list_rails = true;
  CHECK(powerlog::run(options, tool.context) == 0);
  const Table table = parse_rows(tool.text);
  REQUIRE(table.size() == 5);
  CHECK(join(table[4], " ") ==
        "VDDQ_VDD2_1V8AO /sys/bus/i2c/drivers/ina3221/1-0041/hwmon/hwmon4 nested VIN_SYS_5V0 ina3221 0.002000 "
        "0.108000 1 0.006600 1 driver 5.0000 measured");
}

TEST_CASE("rows beside a command need a file of their own", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  tool.context.command = {"true"};
  CHECK_THROWS_AS(powerlog::run(ticks(0), tool.context), Error);
}
