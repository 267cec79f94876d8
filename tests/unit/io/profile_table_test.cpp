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

namespace {

// The message and the hint of the refusal.
std::string refusal_of(const std::string& text) {
  try {
    table_of(text);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return std::string(error.what()) + "; " + error.hint();
  }
  return "not refused";
}

}  // namespace

TEST_CASE("a clock that no board can have is refused with the unit that was probably meant") {
  const auto refused = [](const std::string& header, const std::string& row) {
    const std::string text = refusal_of(header + "\n" + row + "\n");
    return text.substr(text.find("line 2: "));
  };
  const std::string header = "cores\tcpu_khz\tgpu_hz\temc_hz";
  CHECK(refused(header, "4\t1200\t900000000\t2133000000") ==
        "line 2: cpu_khz is '1200': no board has a CPU clock of 1.2 MHz; "
        "1200 MHz is a usual clock: if it is meant, call the column cpu_mhz");
  CHECK(refused(header, "4\t1200000000\t900000000\t2133000000").find("call the column cpu_hz") != std::string::npos);
  CHECK(refused(header, "4\t1200000\t600\t2133000000").find("call the column gpu_mhz") != std::string::npos);
  CHECK(refused(header, "4\t1200000\t900000\t2133000000").find("call the column gpu_khz") != std::string::npos);
  CHECK(refused(header, "4\t1200000\t900000000\t2.133").find("call the column emc_ghz") != std::string::npos);
  CHECK(refused("cores\tcpu_mhz\tgpu_mhz\temc_mhz", "4\t1200000\t900\t2133").find("call the column cpu_khz") !=
        std::string::npos);
  CHECK(refused(header, "4\t4e99\t900000000\t2133000000") ==
        "line 2: cpu_khz is '4e99': no board has a CPU clock of 4e+96 MHz; ");
  CHECK(refused("mode", "4c/1200/900M/2133M") ==
        "line 2: mode is '4c/1200/900M/2133M': no board has a CPU clock of 0.001 MHz; ");
}

TEST_CASE("cores and batch sizes are whole numbers that can be") {
  const std::string header = "cores\tcpu_khz\tgpu_hz\temc_hz\tbatch\n", clocks = "\t1200000\t900000000\t2133000000\t";
  CHECK(refusal_of(header + "2.5" + clocks + "16\n").find("cores is '2.5': not a whole number") != std::string::npos);
  CHECK(refusal_of(header + "99999" + clocks + "16\n").find("no board has so many cores") != std::string::npos);
  CHECK(refusal_of(header + "4" + clocks + "2.5\n").find("batch is '2.5': not a whole number") != std::string::npos);
  CHECK(refusal_of(header + "4" + clocks + "0\n").find("batch is '0': must be positive") != std::string::npos);
}

TEST_CASE("the lowest and highest clocks of real boards are accepted") {
  const ProfileTable table =
      table_of("cores\tcpu_khz\tgpu_hz\temc_hz\n1\t51000\t38250000\t12750000\n12\t5200000\t3105000000\t9376000000\n");
  CHECK(table.rows.size() == 2);
}

TEST_CASE("rows carry the columns that another kind of row lacks, as they stand in the table") {
  test::SysfsTree tree;
  tree.raw_file("/table.tsv", "note\tcores\tcpu_mhz\tgpu_hz\temc_hz\tw\na\\tb\t4\t1200\t900000000\tNA\t1\n");
  TsvReader reader(tree.at("/table.tsv").string());
  const RowKind kind{"kind", {{"cores", "1", 0, ""}, {"gpu_hz", "Hz", 0, ""}, {"emc_hz", "Hz", 0, ""}}};
  const ProfileTable table = read_profiles(reader, ProfileNeeds::mode, &kind);
  CHECK(table.carried == std::vector<std::string>{"note", "cpu_mhz", "w"});
  CHECK(table.rows.at(0).carried == std::vector<std::string>{"a\\tb", "1200", "1"});
}
