// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>

#include "catch.hpp"
#include "io/attribute.hpp"
#include "io/fd.hpp"
#include "io/filesystem.hpp"
#include "log_case.hpp"
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

namespace {

// A log whose file for Prometheus can be looked at in the middle.
struct MetricsCase : test::LogCase<powerlog::Options, powerlog::run> {
  explicit MetricsCase(std::int64_t ticks) : LogCase(test::make_orin_nano, ticks) {
    options.prometheus = path("/power.prom");
    options.rails = {"VDD_IN"};
    options.regular = true;
  }
  std::string text() const { return io::read_text(options.prometheus).value_or("no file"); }
  // Calls `action` just before the reading at this time.
  void at(std::int64_t when_ns, const std::function<void()>& action) {
    tool.clock.on_wait = [when_ns, action](std::int64_t mono_ns) {
      if (mono_ns == when_ns) action();
      return false;
    };
  }
};

const std::string kEnergy = "wattline_rail_energy_joules_total{rail=\"VDD_IN\",scope=\"part\",source=\"measured\"} ";
const std::string kTime = "wattline_rail_measured_seconds_total{rail=\"VDD_IN\",scope=\"part\",source=\"measured\"} ";
const std::string kPowerLine = "wattline_rail_power_watts{rail=\"VDD_IN\",scope=\"part\",source=\"measured\"} ";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("--prometheus ends with the energy of the run, and without a power that nobody measures", "[powerlog]") {
  MetricsCase c(23);
  CHECK(c.run() == 0);
  CHECK(c.text() ==
        "# HELP wattline_rail_energy_joules_total Energy of the rail since powerlog began.\n"
        "# TYPE wattline_rail_energy_joules_total counter\n" +
            kEnergy +
            "11.000000\n"
            "# HELP wattline_rail_measured_seconds_total Time for which this energy is known.\n"
            "# TYPE wattline_rail_measured_seconds_total counter\n" +
            kTime + "2.200000");
}

TEST_CASE("--prometheus replaces its file once per second", "[powerlog]") {
  MetricsCase c(30);
  std::string first, before, after;
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'100'000'000) first = c.text();
    if (mono_ns == 2'000'000'000) before = c.text();
    if (mono_ns == 2'100'000'000) after = c.text();
    return false;
  };
  c.run();
  CHECK(has(first, kEnergy + "0.000000\n"));
  CHECK(has(first, "# TYPE wattline_rail_power_watts gauge\n" + kPowerLine + "5.0000"));
  CHECK(before == first);
  CHECK(has(after, kEnergy + "5.000000\n"));
}

TEST_CASE("--prometheus leaves out the power of a rail that cannot be read, and keeps its energy", "[powerlog]") {
  MetricsCase c(30);
  std::string text;
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 1'600'000'000) c.tree.file(test::kOrinChip + "/curr1_input", "<garbage>");
    if (mono_ns == 2'100'000'000) text = c.text();
    return false;
  };
  c.run();
  CHECK(has(text, kEnergy + "2.500000\n"));
  CHECK(has(text, kTime + "0.500000\n"));
  CHECK(has(text, "# TYPE wattline_rail_power_watts gauge"));
  CHECK_FALSE(has(text, kPowerLine));
}

TEST_CASE("--prometheus: a counter does not fall when the power is below zero", "[powerlog]") {
  MetricsCase c(30);
  c.at(1'100'000'000, [&c] { test::set_rail(c.tree, test::kOrinChip, 1, 5000, -1000); });
  c.run();
  CHECK(has(c.text(), kEnergy + "0.000000\n"));
}

TEST_CASE("--prometheus escapes the name of a rail as a label", "[powerlog]") {
  MetricsCase c(1);
  c.tree.file(test::kOrinChip + "/in2_label", "a\"b\\c\xFF");
  c.options.rails = {};
  c.run();
  CHECK(has(c.text(), "{rail=\"a\\\"b\\\\c\xEF\xBF\xBD\",scope="));
}

TEST_CASE("--prometheus: a file that cannot be written is refused at first and warned of later", "[powerlog]") {
  MetricsCase c(30);
  c.options.prometheus = c.path("/none/power.prom");
  CHECK(c.refusal() == ExitCode::io);
  CHECK(c.tool.text.empty());
  fs::create_directory(c.path("/none"));
  c.at(1'500'000'000, [&c] { fs::remove_all(c.path("/none")); });
  CHECK(c.run() == 0);
  CHECK(c.tool.messages.size() == 1);
  CHECK(c.tool.context.partial);
  CHECK(c.rows().size() == 31);
}

TEST_CASE("--prometheus names a file", "[powerlog]") {
  MetricsCase c(1);
  c.options.prometheus = "-";
  CHECK(c.refusal() == ExitCode::usage);
}

TEST_CASE("--prometheus refuses a file that another process writes", "[powerlog]") {
  MetricsCase c(3);
  c.tree.file("/power.prom", "theirs");
  const io::Fd theirs(::open(c.options.prometheus.c_str(), O_RDONLY | O_CLOEXEC));
  REQUIRE(::flock(theirs.get(), LOCK_EX) == 0);
  CHECK(c.refusal() == ExitCode::try_later);
  CHECK(c.text() == "theirs");
}

TEST_CASE("of two logs that start at once, one leaves the file of --prometheus to the other", "[powerlog]") {
  MetricsCase c(30);
  io::Fd theirs;
  c.at(1'500'000'000, [&] {
    c.tree.remove("/power.prom");
    c.tree.file("/power.prom", "theirs");
    theirs = io::Fd(::open(c.options.prometheus.c_str(), O_RDONLY | O_CLOEXEC));
    REQUIRE(::flock(theirs.get(), LOCK_EX) == 0);
  });
  CHECK(c.run() == 0);
  REQUIRE(c.tool.messages.size() == 1);
  CHECK(has(c.tool.messages[0], "another process writes this file"));
  CHECK(c.tool.context.partial);
}

TEST_CASE("--prometheus writes the file behind a link, also one that is not there yet", "[powerlog]") {
  MetricsCase c(3);
  c.tree.folder("/data");
  fs::create_symlink("data/target.prom", c.options.prometheus);
  CHECK(c.run() == 0);
  CHECK(fs::is_symlink(c.options.prometheus));
  CHECK(has(io::read_text(c.path("/data/target.prom")).value_or(""), kEnergy));
}
