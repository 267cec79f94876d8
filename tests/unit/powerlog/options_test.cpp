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
#include "powerlog/powerlog.hpp"
#include "rail_trees.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using test::SysfsTree;
using test::ToolFixture;

namespace {

powerlog::Options ticks(std::int64_t count) {
  powerlog::Options options;
  options.sampling.schedule.count = count;
  return options;
}

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
  return split(io::read_text(path).value_or(""), '\n').size();
}

ExitCode refused(const powerlog::Options& options, ToolFixture& tool) {
  try {
    powerlog::run(options, tool.context);
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::ok;
}

}  // namespace

TEST_CASE("--total jtop-4.1 adds the nested rail that jetson_stats adds on an AGX Orin", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.extra_total = powerlog::ExtraTotal::jtop_4_1;
  options.sampling.rows.output = tree.at("/p.tsv").string();
  powerlog::run(options, tool.context);
  CHECK(field(options.sampling.rows.output, "rail", "TOTAL", "power_w") == "15.0000");
  CHECK(field(options.sampling.rows.output, "rail", "TOTAL_jtop-4.1", "power_w") == "20.0000");
}

TEST_CASE("--calibration corrects a rail, and the total with it", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.file("/cal.tsv", "rail\tgain\toffset_w\nVDD_IN\t1.02\t-0.1");
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.calibration = tree.at("/cal.tsv").string();
  options.sampling.rows.output = tree.at("/p.tsv").string();
  powerlog::run(options, tool.context);
  CHECK(field(options.sampling.rows.output, "rail", "VDD_IN", "power_w") == "5.0000");
  CHECK(field(options.sampling.rows.output, "rail", "TOTAL", "power_w") == "5.0000");
  tree.file("/cal.tsv", "rail\tgain\toffset_w\nVDD_IN\t1.02\t0.4");
  powerlog::run(options, tool.context);
  CHECK(field(options.sampling.rows.output, "rail", "TOTAL", "power_w") == "5.5000");
}

TEST_CASE("--idle gives the summary its baseline and the energy above it", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  tool.clock.on_wait = [&](std::int64_t mono_ns) {
    if (mono_ns == 3'100'000'000) test::set_rail(tree, test::kOrinChip, 1, 5000, 1600);
    return false;
  };
  powerlog::Options options = ticks(11);
  options.idle_ns = 1'900'000'000;
  options.sampling.summary = tree.at("/sum.tsv").string();
  tool.clock.advance(100'000'000);
  powerlog::run(options, tool.context);
  CHECK(field(options.sampling.summary, "rail", "VDD_IN", "idle_w") == "5.0000");
  CHECK(field(options.sampling.summary, "rail", "VDD_IN", "energy_j") == "7.850000");
  CHECK(field(options.sampling.summary, "rail", "VDD_IN", "net_energy_j") == "2.850000");
}

TEST_CASE("--strict refuses what is otherwise only noted", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.file(test::kOrinChip + "/samples", "512").file(test::kOrinChip + "/update_interval", "1");
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.strict = true;
  CHECK(refused(options, tool) == ExitCode::usage);
}

TEST_CASE("--chip-samples sets the averaging for the run and puts it back, whatever ends the run", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  const std::string samples = test::kOrinChip + "/samples";
  tree.file(samples, "512");
  ToolFixture tool(tree.root());
  std::string during;
  tool.clock.on_wait = [&](std::int64_t) {
    during = tree.read(samples);
    io::Signals::note(SIGTERM);
    return true;
  };
  powerlog::Options options = ticks(0);
  options.chip_samples = 4;
  CHECK(powerlog::run(options, tool.context) == 0);
  CHECK(during.substr(0, 1) == "4");
  CHECK(tree.read(samples).substr(0, 3) == "512");

  options.rails = {"NO_SUCH_RAIL"};
  CHECK(refused(options, tool) == ExitCode::usage);
  CHECK(tree.read(samples).substr(0, 3) == "512");
}

TEST_CASE("--chip-samples needs a chip that has the attribute", "[powerlog]") {
  SysfsTree tree;
  test::make_agx_xavier_iio(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.chip_samples = 1;
  CHECK(refused(options, tool) == ExitCode::unavailable);
}

TEST_CASE("--marks makes a FIFO, turns its lines into marks, and removes it", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(3);
  options.marks.fifo = tree.at("/fifo").string();
  options.marks.out = tree.at("/marks.tsv").string();
  bool written = false;
  tool.clock.on_wait = [&](std::int64_t) {
    if (written) return false;
    const int fd = ::open(options.marks.fifo.c_str(), O_WRONLY | O_NONBLOCK);
    CHECK(::write(fd, "epoch 0\nepoch\t1\npart", 20) == 20);
    ::close(fd);
    return written = true;
  };
  CHECK(powerlog::run(options, tool.context) == 0);
  CHECK(field(options.marks.out, "label", "epoch 0", "origin") == "fifo");
  CHECK(field(options.marks.out, "label", "epoch\\t1", "origin") == "fifo");
  CHECK(count_lines(options.marks.out) == 3);
  CHECK_FALSE(tree.exists("/fifo"));
}

TEST_CASE("--marks does not take a regular file for a FIFO", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.file("/notes", "precious");
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.marks.fifo = tree.at("/notes").string();
  CHECK(refused(options, tool) == ExitCode::usage);
  CHECK(tree.read("/notes") == "precious");
}

TEST_CASE("--max-size sets full files aside in the order of time, each with its header", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(10);
  options.sampling.max_size_b = 1000;
  options.sampling.rows.output = tree.at("/p.tsv").string();
  CHECK(powerlog::run(options, tool.context) == 0);
  REQUIRE(tree.exists("/p.tsv.1"));
  REQUIRE(tree.exists("/p.tsv.2"));
  std::size_t rows = 0;
  for (const char* name : {"/p.tsv.1", "/p.tsv.2", "/p.tsv.3", "/p.tsv"}) {
    if (!tree.exists(name)) continue;
    CHECK(tree.read(name).compare(0, 6, "time_s") == 0);
    rows += count_lines(tree.at(name).string()) - 1;
    const std::string meta = tree.at(name).string() + ".meta";
    CHECK(io::read_meta(meta, "total_rule").front() == "VDD_IN");
    CHECK(io::read_meta(meta, "rail.TOTAL.error_w").size() == 1);
  }
  CHECK(rows == 40);
}

TEST_CASE("a GPIO line that is not CHIP:LINE is a usage error, one that is not there unavailable", "[powerlog]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  ToolFixture tool(tree.root());
  powerlog::Options options = ticks(1);
  options.marks.gpio = "PQ.05";
  CHECK(refused(options, tool) == ExitCode::usage);
  options.marks.gpio = "gpiochip0:5";
  CHECK(refused(options, tool) == ExitCode::unavailable);
  CHECK(tool.text.empty());
}
