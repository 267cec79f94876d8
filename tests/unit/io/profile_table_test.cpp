// SPDX-License-Identifier: Apache-2.0
#include "io/profile_table.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

ProfileTable table_of(const std::string& text, ProfileNeeds needs = ProfileNeeds::mode) {
  test::SysfsTree tree;
  tree.raw_file("/table.tsv", text);
  TsvReader reader(tree.at("/table.tsv").string());
  return read_profiles(reader, needs);
}

}  // namespace

TEST_CASE("the column mode can take the place of the four settings") {
  const ProfileTable table =
      table_of("id\tmode\tbatch\n1\t4c/1.2G/900M/-\t16\n2\t4_1200000_900000000_2133000000\t64\n");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].mode == PowerMode{4, 1200000, 900000000, {}});
  CHECK(table.rows[0].batch == 16);
  CHECK(table.rows[1].mode == PowerMode{4, 1200000, 900000000, 2133000000});
}

TEST_CASE("where a table has both, the settings count") {
  const ProfileTable table =
      table_of("mode\tcores\tcpu_khz\tgpu_hz\temc_hz\nMAXN\t4\t1200000\t900000000\t2133000000\n");
  CHECK(table.rows.at(0).mode == PowerMode{4, 1200000, 900000000, 2133000000});
}

TEST_CASE("a mode whose settings only the machine knows is refused with its line") {
  for (const char* mode : {"MAXN", "2", "4c/max/900M/2133M", "4c/1.2G", "4c/fast/900M/2133M", "@saved", ""}) {
    INFO(mode);
    try {
      table_of(std::string("mode\n4c/1.2G/900M/2133M\n") + mode + "\n");
      FAIL("it was not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::data);
      CHECK(std::string(error.what()).find("line 3: mode is '") != std::string::npos);
    }
  }
}

TEST_CASE("a profile has the reason of its failure, the folder of its logs and its latencies") {
  const ProfileTable table = table_of(
      "mode\tminibatch_ms\tpower_w\tlatency_p99_s\treason\tlogs\n4c/1.2G/900M/-\tNA\tNA\tNA\tno memory\truns/4\n"
      "4c/1.2G/900M/-\t10\t5\t0.2\tNA\tNA\n",
      ProfileNeeds::outcome);
  CHECK(table.rows.at(0).reason == "no memory");
  CHECK(table.rows.at(0).logs == "runs/4");
  CHECK(table.rows.at(1).latency_p99_ms == 200);
  CHECK_FALSE(table.rows.at(1).latency_p50_ms);
}
