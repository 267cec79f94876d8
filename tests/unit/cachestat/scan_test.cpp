// SPDX-License-Identifier: Apache-2.0
#include "cachestat/scan.hpp"

#include <csignal>

#include "base/parse.hpp"
#include "cachestat/evict.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using test::SysfsTree;
using test::ToolFixture;

namespace {

cachestat::Options scan_of(const SysfsTree& tree, const std::string& path) {
  cachestat::Options options;
  options.paths = {tree.at(path).string()};
  options.jobs = 1;
  return options;
}

// Value of a column in the first row.
std::string value(const std::string& text, const std::string& column) {
  const auto lines = split(text, '\n');
  const auto names = split(lines.at(0), '\t'), fields = split(lines.at(1), '\t');
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == column) return std::string(fields.at(i));
  }
  return "no such column";
}

long rows_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n') - 1;
}

}  // namespace

TEST_CASE("a row carries the time of its end, the label and the path", "[cachestat]") {
  SysfsTree tree;
  tree.raw_file("/d/f", "x");
  ToolFixture tool(io::Root("/"));
  cachestat::Options options = scan_of(tree, "/d");
  options.label = "epoch3";
  CHECK(cachestat::scan(options, {}, tool.context) == 0);
  CHECK(value(tool.text, "time_s") == "1700000000.000000");
  CHECK(value(tool.text, "mono_s") == "1.000000");
  CHECK(value(tool.text, "label") == "epoch3");
  CHECK(value(tool.text, "path") == tree.at("/d").string());
  CHECK(value(tool.text, "source") == "measured");
  CHECK(tool.messages.empty());
}

TEST_CASE("under an emulated root the source is emulated, although the files are the host's", "[cachestat]") {
  SysfsTree tree;
  tree.emulated("agx-orin").raw_file("/d/f", "x");
  ToolFixture tool(tree.root());
  CHECK(cachestat::scan(scan_of(tree, "/d"), {}, tool.context) == 0);
  CHECK(value(tool.text, "source") == "emulated");
}

TEST_CASE("a watch keeps its schedule and ends with a signal", "[cachestat]") {
  SysfsTree tree;
  tree.raw_file("/d/f", "x");
  ToolFixture tool(io::Root("/"));
  cachestat::ScanOptions watch;
  watch.watch_ns = 1'000'000'000;
  tool.clock.on_wait = [&](std::int64_t now) {
    if (now >= 4'500'000'000) io::Signals::note(SIGTERM);
    return false;
  };
  CHECK(cachestat::scan(scan_of(tree, "/d"), watch, tool.context) == 0);
  CHECK(rows_in(tool.text) == 4);  // at 1, 2, 3 and 4 s
}

TEST_CASE("an interrupted scan prints no row and ends as the shell expects", "[cachestat]") {
  SysfsTree tree;
  tree.raw_file("/d/f", "x");
  ToolFixture tool(io::Root("/"));
  io::Signals::note(SIGINT);
  CHECK(cachestat::scan(scan_of(tree, "/d"), {}, tool.context) == 128 + SIGINT);
  CHECK(rows_in(tool.text) == 0);
}

TEST_CASE("a missing operand is reported and the others are measured", "[cachestat]") {
  SysfsTree tree;
  tree.raw_file("/d/f", "x");
  ToolFixture tool(io::Root("/"));
  cachestat::Options options = scan_of(tree, "/none");
  options.paths.push_back(tree.at("/d").string());
  CHECK(cachestat::scan(options, {}, tool.context) == 0);
  CHECK(tool.context.partial);
  CHECK(rows_in(tool.text) == 1);
  REQUIRE(tool.messages.size() == 1);
  CHECK(tool.messages[0].find("No such file") != std::string::npos);
}

TEST_CASE("metadata are dropped after an evict and the row says so", "[cachestat]") {
  SysfsTree tree;
  tree.file("/proc/sys/vm/drop_caches", "0").raw_file("/d/f", "x");
  ToolFixture tool(tree.root());
  const cachestat::Options options = scan_of(tree, "/d");
  cachestat::evict(options, {}, tool.context);
  CHECK(value(tool.text, "metadata") == "warm");
  CHECK(tree.read("/proc/sys/vm/drop_caches") == "0");
  tool.text.clear();
  cachestat::EvictOptions evict;
  evict.metadata = true;
  cachestat::evict(options, evict, tool.context);
  CHECK(value(tool.text, "metadata") == "cold");
  CHECK(tree.read("/proc/sys/vm/drop_caches") == "2");
}
