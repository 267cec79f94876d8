// SPDX-License-Identifier: Apache-2.0
#include "pmode/mode_grid.hpp"

#include <set>

#include "base/error.hpp"
#include "catch.hpp"
#include "jetson_tree.hpp"
#include "parse_arguments.hpp"
#include "pmode/pmode.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using namespace wattline::pmode;

namespace {

ModeTables nano_tables() {
  ModeTables tables{{1, 2, 3, 4, 5, 6}, {}, {306000000, 408000000, 510000000, 612000000, 624750000}, {}};
  for (std::int64_t khz = 115200; khz <= 1497600; khz += 76800) tables.cpu_khz.push_back(khz);
  tables.cpu_khz.push_back(1510400);
  tables.emc_hz = {204000000, 665600000, 2133000000};
  return tables;
}

std::vector<std::string> enumerate(const std::vector<std::string>& more = {}) {
  test::JetsonTree tree;
  test::make_agx_orin(tree);
  std::vector<std::string> arguments{"--axes", "cores=2,4,6", "cpu=10", "gpu=3", "emc=max"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const cli::Subcommand subcommand = enum_subcommand();
  test::parse_arguments(subcommand.declare, arguments);
  test::ToolFixture fixture(tree.root());
  subcommand.run(fixture.context);
  std::vector<std::string> lines;
  for (const std::string_view line : split(fixture.text, '\n')) lines.emplace_back(line);
  lines.erase(lines.begin());
  lines.pop_back();
  return lines;
}

}  // namespace

TEST_CASE("the grid of an Orin Nano has 1800 modes, each once") {
  const ModeGrid grid(nano_tables());
  CHECK(grid.size() == 1800);
  std::set<std::string> modes;
  for (std::uint64_t id = 0; id < grid.size(); ++id) modes.insert(to_string(grid.at(id)));
  CHECK(modes.size() == 1800);
  CHECK(to_string(grid.at(0)) == "1c/115200k/306000k/204000k");
  CHECK(to_string(grid.at(1799)) == "6c/1510400k/624750k/2133000k");
}

TEST_CASE("axes are chosen by value or by number") {
  const ModeTables chosen = choose_axes(nano_tables(), {"cores=2,4c,6", "cpu=3", "gpu=max", "emc=1"});
  CHECK(chosen.cores == std::vector<std::int64_t>{2, 4, 6});
  CHECK(chosen.cpu_khz == std::vector<std::int64_t>{115200, 883200, 1510400});
  CHECK(chosen.gpu_hz == std::vector<std::int64_t>{624750000});
  CHECK(chosen.emc_hz == std::vector<std::int64_t>{2133000000});
  CHECK_THROWS_AS(choose_axes(nano_tables(), {"cpu=21"}), Error);
  CHECK_THROWS_AS(choose_axes(nano_tables(), {"dla=1"}), Error);
  CHECK_THROWS_AS(choose_axes(nano_tables(), {"emc=1.6G,2133M"}), Error);
}

TEST_CASE("a permutation visits every place once, whatever the size") {
  const std::uint64_t size = GENERATE(1, 2, 3, 90, 1800, 18096);
  const Permutation permutation(size, 7);
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < size; ++i) seen.insert(permutation.at(i));
  CHECK(seen.size() == size);
  CHECK(*seen.rbegin() == size - 1);
}

TEST_CASE("shards share the rows out, and a sample is the same each time") {
  const auto all = enumerate();
  CHECK(all.size() == 90);
  std::multiset<std::string> merged;
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    for (const std::string& line : enumerate({"--shard", shard})) merged.insert(line);
  }
  CHECK(merged == std::multiset<std::string>(all.begin(), all.end()));
  const auto sample = [](const std::string& seed) { return enumerate({"--sample", "20", "--seed", seed}); };
  CHECK(sample("7").size() == 20);
  CHECK(sample("7") == sample("7"));
  CHECK(sample("7") != sample("8"));
  CHECK_THROWS_AS(enumerate({"--sample", "91"}), Error);
}

TEST_CASE("the loops over the axes can be nested in any order") {
  const auto usual = enumerate(), nested = enumerate({"--nest", "cpu,gpu,cores,emc"});
  CHECK(enumerate({"--nest", "cores,cpu,gpu,emc"}) == usual);
  CHECK(std::multiset<std::string>(nested.begin(), nested.end()) ==
        std::multiset<std::string>(usual.begin(), usual.end()));
  const auto mode = [](const std::string& row) { return std::string(split(row, '\t')[2]); };
  CHECK(mode(nested[0]) == "2c/115200k/306000k/3199000k");
  CHECK(mode(nested[1]) == "4c/115200k/306000k/3199000k");
  CHECK(mode(nested[3]) == "2c/115200k/816000k/3199000k");
  CHECK(mode(nested[9]) == "2c/345600k/306000k/3199000k");
  const auto down = enumerate({"--nest", "cpu,gpu,cores,emc", "--order", "down"});
  CHECK(std::vector<std::string>(nested.rbegin(), nested.rend()) == down);
  CHECK_THROWS_AS(enumerate({"--nest", "cpu,gpu"}), Error);
  CHECK_THROWS_AS(enumerate({"--nest", "cpu,gpu,cores,cores"}), Error);
  CHECK_THROWS_AS(enumerate({"--nest", "cpu,gpu,cores,dla"}), Error);
  CHECK_THROWS_AS(enumerate({"--nest", "cpu,gpu,cores,emc", "--order", "random"}), Error);
}

TEST_CASE("filters and orders") {
  const auto fast = enumerate({"--filter", "cpu>=2G", "--filter", "cores=4"});
  CHECK(fast.size() == 6);  // 2035200 and 2201600 kHz, three GPU clocks
  const auto up = enumerate();
  const auto down = enumerate({"--order", "down"});
  CHECK(std::vector<std::string>(up.rbegin(), up.rend()) == down);
  const auto random = enumerate({"--order", "random"});
  CHECK(random != up);
  CHECK(std::multiset<std::string>(random.begin(), random.end()) == std::multiset<std::string>(up.begin(), up.end()));
  CHECK_THROWS_AS(enumerate({"--filter", "cores>99"}), Error);
  CHECK_THROWS_AS(enumerate({"--filter", "cores"}), Error);
  CHECK_THROWS_AS(enumerate({"--shard", "5/4"}), CLI::ParseError);
  CHECK_THROWS_AS(enumerate({"--order", "sideways"}), CLI::ParseError);
}
