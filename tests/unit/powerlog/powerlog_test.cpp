// SPDX-License-Identifier: Apache-2.0
#include "powerlog/powerlog.hpp"

#include <csignal>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "catch.hpp"
#include "io/attribute.hpp"
#include "io/meta.hpp"
#include "log_case.hpp"
#include "powerlog/list_rails.hpp"
#include "rail_trees.hpp"

using namespace wattline;

namespace {

// Readings at equal times, so that sums can be told.
struct Case : test::LogCase<powerlog::Options, powerlog::run> {
  Case(void (*machine)(test::SysfsTree&), std::int64_t ticks) : LogCase(machine, ticks) { options.regular = true; }
};
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

constexpr std::size_t kStale = 7, kPower = 6;

}  // namespace

TEST_CASE("23 readings of 5 W, 0.1 s apart, are 11 J: 22 intervals", "[powerlog]") {
  Case c(test::make_orin_nano, 23);
  c.options.sampling.summary = c.path("/summary.tsv");
  CHECK(c.run() == 0);
  const Table summary = parse_rows(*io::read_text(c.options.sampling.summary));
  REQUIRE(summary.size() == 5);
  CHECK(join({summary[1][0], summary[1][2], summary[1][9]}, " ") == "VDD_IN 2.200000 11.000000");
  CHECK(join({summary[4][0], summary[4][9]}, " ") == "TOTAL 11.000000");
}

TEST_CASE("each tick prints a row per rail, then TOTAL", "[powerlog]") {
  Case c(test::make_agx_orin, 2);
  c.options.sampling.rows.columns = {"time_s",    "mono_s",  "rail",  "scope", "voltage_v",
                                     "current_a", "power_w", "stale", "source"};
  CHECK(c.run() == 0);
  const Table table = c.rows();
  REQUIRE(table.size() == 11);
  CHECK(join(table[1], " ") == "1700000000.000000 1.000000 VDD_GPU_SOC part 5.000 1.0000 5.0000 0 measured");
  CHECK(join(table[5], " ") == "1700000000.000000 1.000000 TOTAL total NA NA 15.0000 0 measured");
  CHECK(table[6][1] == "1.100000");
  CHECK(c.tool.messages.empty());
}

TEST_CASE("the rows of fast ticks are complete and in order, also the last ones", "[powerlog]") {
  for (const std::int64_t interval_ms : {1, 7, 10, 19, 20}) {
    for (const int ticks : {1, 4, 5, 6, 203}) {
      Case c(test::make_orin_nano, ticks);
      c.options.sampling.schedule.interval_ns = interval_ms * 1'000'000;
      CHECK(c.run() == 0);
      const Table rows = of_rail(c.rows(), "TOTAL");
      REQUIRE(rows.size() == static_cast<std::size_t>(ticks));
      for (int i = 0; i < ticks; ++i) {
        CHECK(to_double(rows[static_cast<std::size_t>(i)][1]) == Approx(1 + 0.001 * double(interval_ms * i)));
      }
    }
  }
}

TEST_CASE("-r prints the rails asked for; TOTAL still reads its parts", "[powerlog]") {
  Case c(test::make_agx_orin, 1);
  c.options.rails = {"TOTAL"};
  CHECK(c.run() == 0);
  const Table table = c.rows();
  REQUIRE(table.size() == 2);
  CHECK(table[1][kPower] == "15.0000");
}

TEST_CASE("an unknown rail is refused with the names there are", "[powerlog]") {
  Case c(test::make_orin_nano, 1);
  c.options.rails = {"VDD_CPU"};
  try {
    c.run();
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(error.hint().find("VDD_IN, VDD_CPU_GPU_CV, VDD_SOC, TOTAL") != std::string::npos);
  }
}

TEST_CASE("without any sensor powerlog says where it looked", "[powerlog]") {
  Case c(test::no_machine, 1);
  CHECK_THROWS_AS(c.run(), Error);
  CHECK(c.tool.text.empty());
}

namespace {

// 8 readings, 0.1 s apart, of a chip that averages over 0.43 s and whose first rail changes at 0.2 s.
struct SlowCase : Case {
  explicit SlowCase(void (*machine)(test::SysfsTree&)) : Case(machine, 8) {
    tree.file(test::kOrinChip + "/samples", "512").file(test::kOrinChip + "/update_interval", "1");
    tool.clock.on_wait = [this](std::int64_t mono_ns) {
      if (mono_ns == 1'200'000'000) test::set_rail(tree, test::kOrinChip, 1, 5000, 1008);
      return false;
    };
  }
  std::string stale_of(const std::string& rail) {
    std::string stale;
    for (const auto& row : of_rail(rows(), rail)) stale += row[kStale];
    return stale;
  }
};

}  // namespace

TEST_CASE("readings faster than the chip converts are marked stale and noted once", "[powerlog]") {
  SlowCase c(test::make_orin_nano);
  c.options.interval_given = true;
  CHECK(c.run() == 0);
  CHECK(c.stale_of("VDD_IN") == "01011110");  // new at 0, changed at 0.2 s, a steady value counts again 0.43 s later
  CHECK(c.tool.messages.size() == 1);
  CHECK_FALSE(c.tool.context.partial);
}

TEST_CASE("a total is new once each of its parts is", "[powerlog]") {
  SlowCase c(test::make_agx_orin);
  CHECK(c.run() == 0);
  CHECK(c.stale_of("VDD_GPU_SOC") == "01011110");
  CHECK(c.stale_of("VDD_CPU_CV") == "01111011");  // the same chip, but a steady value
  CHECK(c.stale_of("TOTAL") == "01111011");
}

TEST_CASE("a rail that dies mid-run becomes NA, is named once, and takes TOTAL with it", "[powerlog]") {
  Case c(test::make_agx_orin, 4);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) c.tree.file(test::kOrinChip + "/curr1_input", "<garbage>");
    return false;
  };
  c.options.sampling.summary = c.path("/summary.tsv");
  c.run();
  const Table total = of_rail(c.rows(), "TOTAL");
  CHECK(total[1][kPower] == "15.0000");
  CHECK(total[2][kPower] == "NA");
  CHECK(c.tool.messages.size() == 1);
  CHECK(c.tool.context.partial);
  const Table summary = parse_rows(*io::read_text(c.options.sampling.summary));
  CHECK(summary.back()[9] == "1.500000");  // only the time for which the power is known
}

TEST_CASE("missed ticks are counted and not made up for", "[powerlog]") {
  Case c(test::make_orin_nano, 5);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) c.tool.clock.advance(550'000'000);  // as if stopped for a while
    return false;
  };
  c.options.sampling.summary = c.path("/summary.tsv");
  c.run();
  const Table rows = of_rail(c.rows(), "VDD_IN");
  CHECK(rows[2][1] == "1.750000");
  CHECK(rows[3][1] == "1.800000");
  CHECK(parse_rows(*io::read_text(c.options.sampling.summary))[1][4] == "5");
}

TEST_CASE("more than 1 % of missed ticks are noted at the end, and what to do about them", "[powerlog]") {
  for (const auto& [missed, notes] : {std::pair{2, 0U}, std::pair{3, 1U}}) {
    Case c(test::make_orin_nano, 200);
    c.tool.clock.on_wait = [&, lost = missed](std::int64_t mono_ns) {
      if (mono_ns == 1'200'000'000) c.tool.clock.advance(lost * std::int64_t{100'000'000});
      return false;
    };
    CHECK(c.run() == 0);
    REQUIRE(c.tool.messages.size() == notes);
    if (notes > 0) CHECK(c.tool.messages[0].find("3 of 203 ticks were missed, more than 1 %: choose a longer -i") == 0);
    CHECK_FALSE(c.tool.context.partial);
  }
}

TEST_CASE("a missed tick of a short log is not worth a note", "[powerlog]") {
  Case c(test::make_orin_nano, 20);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'200'000'000) c.tool.clock.advance(100'000'000);
    return false;
  };
  c.run();
  CHECK(c.tool.messages.empty());
}

TEST_CASE("a wall clock moved by an hour makes no gap and no burst", "[powerlog]") {
  Case c(test::make_orin_nano, 10);
  constexpr std::int64_t kHour = 3600 * std::int64_t{1'000'000'000};
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'300'000'000) c.tool.clock.shift_wall(kHour);
    if (mono_ns == 1'600'000'000) c.tool.clock.shift_wall(-2 * kHour);
    return false;
  };
  c.options.sampling.summary = c.path("/summary.tsv");
  c.run();
  const Table rows = of_rail(c.rows(), "TOTAL");
  REQUIRE(rows.size() == 10);
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i][1] == "1." + std::to_string(i) + "00000");
  CHECK(rows[3][0] == "1700003600.300000");
  CHECK(rows[9][0] == "1699996400.900000");
  const Table summary = parse_rows(*io::read_text(c.options.sampling.summary));
  CHECK(summary[1][4] == "0");         // missed
  CHECK(summary[1][9] == "4.500000");  // 0.9 s of 5 W
}

TEST_CASE("-d samples its end too, so that the energy is that of the whole time", "[powerlog]") {
  Case c(test::make_orin_nano, 0);
  c.options.sampling.schedule.duration_ns = 1'000'000'000;
  c.run();
  CHECK(of_rail(c.rows(), "TOTAL").size() == 11);
}

TEST_CASE("SIGTERM ends the log with one last sample and status 0", "[powerlog]") {
  Case c(test::make_orin_nano, 0);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns < 1'300'000'000) return false;
    io::Signals::note(SIGTERM);
    return true;
  };
  CHECK(c.run() == 0);
  CHECK(of_rail(c.rows(), "TOTAL").size() == 4);
}

TEST_CASE("SIGUSR1 writes marks beside the rows", "[powerlog]") {
  Case c(test::make_orin_nano, 2);
  bool marked = false;
  c.tool.clock.on_wait = [&](std::int64_t) {
    if (marked) return false;
    io::Signals::note(SIGUSR1);
    io::Signals::note(SIGUSR1);
    return marked = true;
  };
  c.options.marks.out = c.path("/marks.tsv");
  c.run();
  const Table marks = parse_rows(*io::read_text(c.options.marks.out));
  std::vector<std::string> rows;
  for (const auto& mark : marks) rows.push_back(join({mark[1], mark[2], mark[3]}, " "));
  CHECK(rows == std::vector<std::string>{"mono_s label origin", "1.000000 start log", "1.000000 1 signal",
                                         "1.000000 2 signal", "1.100000 end log"});
}

TEST_CASE("FILE.meta states the total's rule and each rail's window", "[powerlog]") {
  const auto make_emulated = [](test::SysfsTree& tree) {
    test::make_agx_orin(tree);
    tree.emulated("agx-orin");
  };
  Case c(make_emulated, 3);
  c.options.sampling.rows.output = c.path("/p.tsv");
  c.run();
  const std::string meta = c.options.sampling.rows.output + ".meta";
  CHECK(io::read_meta(meta, "total_rule").front() == "VDD_GPU_SOC + VDD_CPU_CV + VIN_SYS_5V0");
  CHECK(io::read_meta(meta, "rail.TOTAL.window_s").front() == "0.006600");
  CHECK(io::read_meta(meta, "source").front() == "emulated");
  CHECK(io::read_meta(meta, "rail.TOTAL.error_w").size() == 1);
}

TEST_CASE("FILE.meta states the power mode at the start and at the end", "[powerlog]") {
  Case c(test::make_orin_nano, 2);
  const std::string cpu = "/sys/devices/system/cpu/", policy = cpu + "cpufreq/policy0";
  c.tree.file(cpu + "present", "0-1").file(cpu + "online", "0-1").file(policy + "/related_cpus", "0 1");
  c.tree.file(policy + "/scaling_available_frequencies", "729600 1190400")
      .file(policy + "/scaling_max_freq", "1190400");
  c.tool.clock.on_wait = [&](std::int64_t) {
    c.tree.file(policy + "/scaling_max_freq", "729600");
    return false;
  };
  c.options.sampling.rows.output = c.path("/p.tsv");
  c.run();
  const std::string meta = c.options.sampling.rows.output + ".meta";
  CHECK(io::read_meta(meta, "mode_start").front() == "2c/1190400k/-/-");
  CHECK(io::read_meta(meta, "mode_end").front() == "2c/729600k/-/-");
}

TEST_CASE("rails tells how well each rail is measured", "[powerlog]") {
  Case c(test::make_agx_orin, 0);
  CHECK(powerlog::list_rails({}, c.tool.context) == 0);
  const Table table = c.rows();
  REQUIRE(table.size() == 5);
  CHECK(join(table[4], " ") ==
        "VDDQ_VDD2_1V8AO /sys/bus/i2c/drivers/ina3221/1-0041/hwmon/hwmon4 nested VIN_SYS_5V0 ina3221 0.002000 "
        "0.108000 1 0.006600 1 driver 5.0000 measured");
}

TEST_CASE("a limit beside a command asks for rows, which need a file of their own", "[powerlog]") {
  Case c(test::make_orin_nano, 0);
  c.options.sampling.schedule.count = 1;
  c.tool.context.command = {"true"};
  CHECK_THROWS_AS(c.run(), Error);
}
