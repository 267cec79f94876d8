// SPDX-License-Identifier: Apache-2.0
#include "loadlog/loadlog.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "catch.hpp"
#include "io/meta.hpp"
#include "io/tsv_reader.hpp"
#include "loadlog/import_load.hpp"
#include "log_case.hpp"
#include "rail_trees.hpp"

using namespace wattline;
using test::SysfsTree;

namespace {

// Two cores; each has run 100 ticks of 200 so far, and core 1 may be off.
void set_stat(SysfsTree& tree, int busy0, int idle0, bool core1 = true) {
  std::string text = "cpu  " + std::to_string(busy0 + 50) + " 0 0 " + std::to_string(idle0 + 150) + " 0 0 0 0 0 0\n";
  text += "cpu0 " + std::to_string(busy0) + " 0 0 " + std::to_string(idle0) + " 0 0 0 0 0 0\n";
  if (core1) text += "cpu1 50 0 0 150 0 0 0 0 0 0\n";
  tree.raw_file("/proc/stat", text + "intr 12345 6 7 8\n");
}

void make_machine(SysfsTree& tree) {
  test::make_orin_nano(tree);
  set_stat(tree, 100, 100);
  const std::string cpu = "/sys/devices/system/cpu/";
  tree.file(cpu + "present", "0-1").file(cpu + "possible", "0-1").file(cpu + "online", "0-1");
  const std::string policy = cpu + "cpufreq/policy0";
  tree.file(policy + "/related_cpus", "0 1").file(policy + "/scaling_cur_freq", "1190400");
  tree.file(policy + "/scaling_available_frequencies", "729600 1190400 ");
  tree.file(policy + "/stats/time_in_state", "729600 100\n1190400 300");
  tree.file("/proc/meminfo", "MemTotal: 1000 kB\nMemAvailable: 400 kB\nSwapTotal: 50 kB\nSwapFree: 40 kB");
  tree.file("/sys/class/thermal/thermal_zone0/type", "cpu-thermal")
      .file("/sys/class/thermal/thermal_zone0/temp", "45500");
  tree.file("/sys/class/thermal/thermal_zone1/type", "cv-thermal")
      .file("/sys/class/thermal/thermal_zone1/temp", "-256000");
  tree.file("/sys/class/hwmon/hwmon7/name", "soctherm_oc").file("/sys/class/hwmon/hwmon7/oc1_event_cnt", "2");
  tree.file("/sys/class/hwmon/hwmon7/oc2_event_cnt", "3");
  tree.file("/proc/pressure/io", "some avg10=0.00 total=1000000\nfull avg10=0.00 total=0");
}

// A tick per second.
struct Case : test::LogCase<loadlog::Options, loadlog::run> {
  explicit Case(void (*machine)(SysfsTree&), std::int64_t ticks = 0) : LogCase(machine, ticks) {
    options.sampling.schedule.interval_ns = 1'000'000'000;
  }
  // Of every row.
  std::vector<std::string> column(const std::string& name) {
    const test::Table table = rows();
    const auto found = std::find(table[0].begin(), table[0].end(), name);
    std::vector<std::string> values;
    for (std::size_t i = 1; i < table.size(); ++i)
      values.push_back(table[i].at(static_cast<std::size_t>(found - table[0].begin())));
    return values;
  }
};

}  // namespace

TEST_CASE("a row says what the machine did since the last one", "[loadlog]") {
  Case c(make_machine, 2);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 2'000'000'000) {
      set_stat(c.tree, 130, 170);
      c.tree.file("/proc/pressure/io", "some avg10=0.00 total=1250000\nfull avg10=0.00 total=100000");
    }
    return false;
  };
  c.options.per_core = true;
  CHECK(c.run() == 0);
  const auto values = [&](const char* name) { return c.column(name); };
  CHECK(values("cpu_pct") == std::vector<std::string>{"NA", "30.0"});
  CHECK(values("cpu_khz")[1] == "1190400");
  CHECK(values("cpus_online")[1] == "2");
  CHECK(values("ram_used_b")[1] == "614400");
  CHECK(values("swap_used_b")[1] == "10240");
  CHECK(values("temp_max_c")[1] == "45.5");
  CHECK(values("zone_temps")[1] == "cpu-thermal=45.5");
  CHECK(values("oc_events")[1] == "5");
  CHECK(values("psi_io_pct") == std::vector<std::string>{"NA", "25.00"});
  CHECK(values("psi_io_full_pct")[1] == "10.00");
  CHECK(values("psi_cpu_pct")[1] == "NA");
  CHECK(values("gpu_pct")[1] == "NA");
  CHECK(values("core_pct")[1] == "30.0,-");
  CHECK_FALSE(c.tool.context.partial);
}

TEST_CASE("a core that is switched off has no use and no clock", "[loadlog]") {
  Case c(make_machine, 1);
  set_stat(c.tree, 100, 100, false);
  c.options.per_core = true;
  c.run();
  CHECK(c.column("cpus_online")[0] == "1");
  CHECK(c.column("core_khz")[0] == "1190400,-");
}

TEST_CASE("per-core lists come only with --per-core", "[loadlog]") {
  Case c(make_machine, 1);
  c.run();
  CHECK(c.tool.text.find("core_pct") == std::string::npos);
}

TEST_CASE("the summary has the share of time at each clock", "[loadlog]") {
  Case c(make_machine, 2);
  c.tool.clock.on_wait = [&](std::int64_t) {
    c.tree.file("/sys/devices/system/cpu/cpufreq/policy0/stats/time_in_state", "729600 125\n1190400 375");
    return false;
  };
  c.options.sampling.summary = c.path("/sum.tsv");
  c.run();
  io::TsvReader reader(c.options.sampling.summary);
  std::vector<std::string> shares;
  while (reader.next()) {
    if (reader.field(0) == "cpu.policy0") shares.emplace_back(reader.field(reader.require("share_pct")));
  }
  CHECK(shares == std::vector<std::string>{"25.000", "75.000"});
}

TEST_CASE("a machine with nothing to read gives rows of NA, not zeros", "[loadlog]") {
  Case c(test::no_machine, 1);
  CHECK(c.run() == 0);
  CHECK(c.tool.text.find("\t0") == std::string::npos);
}

TEST_CASE("a zone that always reads the same is shown, and is not the hottest", "[loadlog]") {
  Case c(make_machine, 1);
  c.tree.file("/sys/class/thermal/thermal_zone2/type", "PMIC-Die")
      .file("/sys/class/thermal/thermal_zone2/temp", "100000");
  c.run();
  CHECK(c.column("temp_max_c")[0] == "45.5");
  CHECK(c.column("zone_temps")[0] == "cpu-thermal=45.5,PMIC-Die=100.0");
}

TEST_CASE("--max-size sets full files aside, each with its meta file", "[loadlog]") {
  Case c(make_machine, 20);
  c.options.sampling.max_size_b = 1000;
  c.options.sampling.rows.output = c.path("/l.tsv");
  CHECK(c.run() == 0);
  REQUIRE(c.tree.exists("/l.tsv.2"));
  for (const char* name : {"/l.tsv.1.meta", "/l.tsv.2.meta", "/l.tsv.meta"}) {
    CHECK(io::read_meta(c.path(name), "mode_start").front() == "2c/-/-/-");
  }
  CHECK(io::read_meta(c.path("/l.tsv.meta"), "mode_end").size() == 1);
}

TEST_CASE("--disk of a path that does not exist is an error with that path", "[loadlog]") {
  Case c(test::no_machine, 1);
  c.options.disk = "/no/such/path";
  CHECK_THROWS_AS(c.run(), Error);
}

TEST_CASE("import tegrastats gives load rows", "[loadlog]") {
  Case c(test::no_machine);
  c.tree.file("/t.log", "RAM 2/4MB CPU [10%@1000,30%@1000] GR3D_FREQ 50%@921 CPU@45C");
  loadlog::LoadImport options;
  options.file = c.path("/t.log");
  CHECK(loadlog::import_load(options, c.tool.context) == 0);
  CHECK(c.tool.text.find("\t20.0\t1000000\t2\t50.0\t921000000\t") != std::string::npos);
}

TEST_CASE("more than 1 % of missed ticks are noted at the end", "[loadlog]") {
  for (const auto& [missed, notes] : {std::pair{2, 0U}, std::pair{3, 1U}}) {
    Case c(make_machine, 200);
    c.tool.clock.on_wait = [&, lost = missed](std::int64_t mono_ns) {
      if (mono_ns == 3'000'000'000) c.tool.clock.advance(lost * std::int64_t{1'000'000'000});
      return false;
    };
    CHECK(c.run() == 0);
    REQUIRE(c.tool.messages.size() == notes);
    if (notes > 0) CHECK(c.tool.messages[0].find("3 of 203 ticks were missed, more than 1 %") == 0);
  }
}
