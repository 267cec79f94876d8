// SPDX-License-Identifier: Apache-2.0
// What powerlog's options add to a plain log.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "base/parse.hpp"
#include "catch.hpp"
#include "io/attribute.hpp"
#include "io/meta.hpp"
#include "io/tsv_reader.hpp"
#include "log_case.hpp"
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"

using namespace wattline;

namespace {

// Readings at equal times, so that sums can be told.
struct OptionsCase : test::LogCase<powerlog::Options, powerlog::run> {
  explicit OptionsCase(void (*machine)(test::SysfsTree&), std::int64_t ticks = 0) : LogCase(machine, ticks) {
    options.regular = true;
  }
};

// One field of the first row whose `key` column has this value.
std::string field(const std::string& path, const std::string& key, const std::string& value,
                  const std::string& column) {
  io::TsvReader reader(path);
  while (reader.next()) {
    if (reader.field(reader.require(key)) == value) return std::string(reader.field(reader.require(column)));
  }
  return "no such row";
}

std::size_t count_lines(const std::string& path) {
  const std::string text = io::read_text(path).value_or("");
  return split(text, '\n').size();
}

}  // namespace

TEST_CASE("--total jtop-4.1 adds the nested rail that jetson_stats adds on an AGX Orin", "[powerlog]") {
  OptionsCase c(test::make_agx_orin, 1);
  c.options.extra_total = powerlog::ExtraTotal::jtop_4_1;
  c.options.sampling.rows.output = c.path("/p.tsv");
  c.run();
  CHECK(field(c.options.sampling.rows.output, "rail", "TOTAL", "power_w") == "15.0000");
  CHECK(field(c.options.sampling.rows.output, "rail", "TOTAL_jtop-4.1", "power_w") == "20.0000");
}

TEST_CASE("--calibration corrects a rail, and the total with it", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 1);
  c.tree.file("/cal.tsv", "rail\tgain\toffset_w\nVDD_IN\t1.02\t-0.1");
  c.options.calibration = c.path("/cal.tsv");
  c.options.sampling.rows.output = c.path("/p.tsv");
  c.run();
  CHECK(field(c.options.sampling.rows.output, "rail", "VDD_IN", "power_w") == "5.0000");
  CHECK(field(c.options.sampling.rows.output, "rail", "TOTAL", "power_w") == "5.0000");
  c.tree.file("/cal.tsv", "rail\tgain\toffset_w\nVDD_IN\t1.02\t0.4");
  c.run();
  CHECK(field(c.options.sampling.rows.output, "rail", "TOTAL", "power_w") == "5.5000");
}

TEST_CASE("--idle gives the summary its baseline and the energy above it", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 11);
  c.tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 3'100'000'000) test::set_rail(c.tree, test::kOrinChip, 1, 5000, 1600);
    return false;
  };
  c.options.idle_ns = 1'900'000'000;
  c.options.sampling.summary = c.path("/sum.tsv");
  c.tool.clock.advance(100'000'000);
  c.run();
  CHECK(field(c.options.sampling.summary, "rail", "VDD_IN", "idle_w") == "5.0000");
  CHECK(field(c.options.sampling.summary, "rail", "VDD_IN", "energy_j") == "7.864681");
  CHECK(field(c.options.sampling.summary, "rail", "VDD_IN", "net_energy_j") == "2.864681");
}

TEST_CASE("--strict refuses what is otherwise only noted", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 1);
  c.tree.file(test::kOrinChip + "/samples", "512").file(test::kOrinChip + "/update_interval", "1");
  c.options.strict = true;
  CHECK(c.refusal() == ExitCode::usage);
}

TEST_CASE("--chip-samples sets the averaging for the run and puts it back, whatever ends the run", "[powerlog]") {
  OptionsCase c(test::make_agx_orin, 0);
  const std::string samples = test::kOrinChip + "/samples";
  c.tree.file(samples, "512");
  std::string during;
  c.tool.clock.on_wait = [&](std::int64_t) {
    during = c.tree.read(samples);
    io::Signals::note(SIGTERM);
    return true;
  };
  c.options.chip_samples = 4;
  CHECK(c.run() == 0);
  CHECK(during.substr(0, 1) == "4");
  CHECK(c.tree.read(samples).substr(0, 3) == "512");

  c.options.rails = {"NO_SUCH_RAIL"};
  CHECK(c.refusal() == ExitCode::usage);
  CHECK(c.tree.read(samples).substr(0, 3) == "512");
}

TEST_CASE("--chip-samples needs a chip that has the attribute", "[powerlog]") {
  OptionsCase c(test::make_agx_xavier_iio, 1);
  c.options.chip_samples = 1;
  CHECK(c.refusal() == ExitCode::unavailable);
}

TEST_CASE("--marks makes a FIFO, turns its lines into marks, and removes it", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 3);
  c.options.marks.fifo = c.path("/fifo");
  c.options.marks.out = c.path("/marks.tsv");
  bool written = false;
  c.tool.clock.on_wait = [&](std::int64_t) {
    if (written) return false;
    const int fd = ::open(c.options.marks.fifo.c_str(), O_WRONLY | O_NONBLOCK);
    CHECK(::write(fd, "epoch 0\nepoch\t1\npart", 20) == 20);
    ::close(fd);
    return written = true;
  };
  CHECK(c.run() == 0);
  CHECK(field(c.options.marks.out, "label", "epoch 0", "origin") == "fifo");
  CHECK(field(c.options.marks.out, "label", "epoch\\t1", "origin") == "fifo");
  CHECK(count_lines(c.options.marks.out) == 5);
  CHECK_FALSE(c.tree.exists("/fifo"));
}

TEST_CASE("--marks does not take a regular file for a FIFO", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 1);
  c.tree.file("/notes", "precious");
  c.options.marks.fifo = c.path("/notes");
  CHECK(c.refusal() == ExitCode::usage);
  CHECK(c.tree.read("/notes") == "precious");
}

TEST_CASE("--max-size sets full files aside in the order of time, each with its header", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 10);
  c.options.sampling.max_size_b = 1000;
  c.options.sampling.rows.output = c.path("/p.tsv");
  CHECK(c.run() == 0);
  REQUIRE(c.tree.exists("/p.tsv.1"));
  REQUIRE(c.tree.exists("/p.tsv.2"));
  std::size_t rows = 0;
  for (const char* name : {"/p.tsv.1", "/p.tsv.2", "/p.tsv.3", "/p.tsv"}) {
    if (!c.tree.exists(name)) continue;
    CHECK(c.tree.read(name).compare(0, 6, "time_s") == 0);
    rows += count_lines(c.path(name)) - 1;
    const std::string meta = c.path(name) + ".meta";
    CHECK(io::read_meta(meta, "total_rule").front() == "VDD_IN");
    CHECK(io::read_meta(meta, "rail.TOTAL.error_w").size() == 1);
  }
  CHECK(rows == 40);
}

TEST_CASE("a GPIO line that is not CHIP:LINE is a usage error, one that is not there unavailable", "[powerlog]") {
  OptionsCase c(test::make_orin_nano, 1);
  c.options.marks.gpio = "PQ.05";
  CHECK(c.refusal() == ExitCode::usage);
  c.options.marks.gpio = "gpiochip0:5";
  CHECK(c.refusal() == ExitCode::unavailable);
  CHECK(c.tool.text.empty());
}
