// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "jetson_tree.hpp"
#include "parse_arguments.hpp"
#include "pmode/pmode.hpp"
#include "tool_fixture.hpp"

using namespace wattline;
using test::JetsonTree;
using test::kBpmp;
using test::kCpu;
using test::kGpu;

namespace {

struct Outcome {
  int status;
  std::string out;
  std::vector<std::string> log;
};

// Runs a subcommand with arguments as a shell splits them.
Outcome call(const JetsonTree& tree, const cli::Subcommand& subcommand, const std::string& arguments,
             int verbosity = 0) {
  std::vector<std::string> words;
  for (const std::string_view word : split_blanks(arguments)) {
    words.push_back((word.compare(0, 2, "-/") == 0 ? " " : "") + std::string(word));
  }
  test::parse_arguments(subcommand.declare, words);
  test::ToolFixture fixture(tree.root());
  fixture.context.verbosity = verbosity;
  const int status = subcommand.run(fixture.context);
  return {status, fixture.text, fixture.messages};
}

Outcome set(const JetsonTree& tree, const std::string& arguments) {
  return call(tree, pmode::set_subcommand(), arguments);
}
Outcome get(const JetsonTree& tree, const std::string& arguments = "") {
  return call(tree, pmode::get_subcommand(), arguments);
}

Error refusal_of_set(const JetsonTree& tree, const std::string& arguments) {
  try {
    set(tree, arguments);
  } catch (const Error& error) {
    return error;
  }
  return {ExitCode::ok, "no error"};
}

std::string online(const JetsonTree& tree, int cpu) {
  return tree.read(kCpu + "/cpu" + std::to_string(cpu) + "/online");
}
std::string limits(const JetsonTree& tree, const std::string& policy) {
  const std::string directory = kCpu + "/cpufreq/" + policy;
  return tree.read(directory + "/scaling_min_freq") + " " + tree.read(directory + "/scaling_max_freq");
}

std::string gpu_limits(const JetsonTree& tree) {
  return tree.read(kGpu + "/min_freq") + " " + tree.read(kGpu + "/max_freq");
}

// policy4 keeps running at 2265600 kHz, whatever its limits.
void hold_clock_of_policy4(JetsonTree& tree) {
  const std::string cur = kCpu + "/cpufreq/policy4/scaling_cur_freq";
  tree.remove(cur).file(cur, "2265600");
}

}  // namespace

TEST_CASE("the published mode of an AGX Xavier snaps to its tables and is set in silence") {
  JetsonTree tree;
  make_agx_xavier(tree);
  const Outcome outcome = set(tree, "4c/1.2G/900M/1.6G");
  CHECK(outcome.status == 0);
  CHECK(outcome.out.empty());
  CHECK(outcome.log.empty());
  for (const int cpu : {1, 2, 3}) CHECK(online(tree, cpu) == "1");
  for (const int cpu : {4, 5, 6, 7}) CHECK(online(tree, cpu) == "0");
  CHECK(limits(tree, "policy0") == "1190400 1190400");
  CHECK(limits(tree, "policy2") == "1190400 1190400");
  CHECK(gpu_limits(tree) == "905250000 905250000");
  CHECK(tree.read("/sys/kernel/nvpmodel_emc_cap/emc_iso_cap") == "1600000000");
  CHECK(tree.read(kBpmp + "/clk/emc/mrq_rate_locked") == "1");
  CHECK(tree.read(kBpmp + "/clk/emc/rate") == "1600000000");
}

TEST_CASE("the same line is refused on an AGX Orin, with the memory's table") {
  JetsonTree tree;
  make_agx_orin(tree);
  const Error error = refusal_of_set(tree, "4c/1.2G/900M/1.6G");
  CHECK(error.code() == ExitCode::usage);
  CHECK(error.hint() ==
        "choose one of: 204000k 665600k 2133000k 3199000k; the nearest is 2133000k, which --nearest takes");
  CHECK(limits(tree, "policy0") == "115200 2201600");
  CHECK(set(tree, "4c/1.2G/900M/1.6G --nearest").status == 0);
  CHECK(tree.read(kBpmp + "/clk/emc/rate") == "2133000000");
}

TEST_CASE("r36 locks the memory clock with the bandwidth manager halted") {
  JetsonTree tree;
  make_agx_orin(tree, true);
  CHECK(set(tree, "-/-/-/2133M").status == 0);
  CHECK(tree.read("/sys/kernel/nvpmodel_clk_cap/emc") == "2133000000");
  CHECK(tree.read(kBpmp + "/bwmgr/bwmgr_halt") == "1");
  CHECK(tree.read(kBpmp + "/clk/emc/rate") == "2133000000");
  CHECK(limits(tree, "policy0") == "115200 2201600");
}

TEST_CASE("--cap limits the clocks and leaves DVFS") {
  JetsonTree tree;
  make_agx_orin(tree);
  CHECK(set(tree, "12c/1190400k/612M/2133M --cap").status == 0);
  CHECK(limits(tree, "policy8") == "115200 1190400");
  CHECK(gpu_limits(tree) == "306000000 612000000");
  CHECK(tree.read(kBpmp + "/clk/emc/mrq_rate_locked") == "0");
}

TEST_CASE("a clock that does not follow is named with its cores, and everything comes back") {
  JetsonTree tree;
  make_agx_xavier(tree);
  hold_clock_of_policy4(tree);
  const Error error = refusal_of_set(tree, "8c/1.2G/900M/1.6G");
  CHECK(error.code() == ExitCode::partial);
  CHECK(std::string(error.what()) == "policy4 (cpu4 cpu5): asked for 1190400 kHz, runs at 2265600 kHz");
  CHECK(limits(tree, "policy0") == "115200 2265600");
  CHECK(limits(tree, "policy4") == "115200 2265600");
  CHECK(tree.read(kGpu + "/min_freq") == "114750000");
  CHECK(tree.read(kBpmp + "/clk/emc/mrq_rate_locked") == "0");
}

TEST_CASE("--keep leaves what was set when a clock does not follow") {
  JetsonTree tree;
  make_agx_xavier(tree);
  hold_clock_of_policy4(tree);
  CHECK(refusal_of_set(tree, "8c/1.2G/900M/1.6G --keep").code() == ExitCode::partial);
  CHECK(limits(tree, "policy0") == "1190400 1190400");
}

TEST_CASE("a machine without GPU and memory knobs sets what it has") {
  JetsonTree tree;
  tree.cluster({0, 1, 2, 3}, "1500000 1600000 2400000");
  CHECK(set(tree, "2c/1.5G/-/-").status == 0);
  CHECK(limits(tree, "policy0") == "1500000 1500000");
  CHECK(online(tree, 2) == "0");
  CHECK(refusal_of_set(tree, "-/-/900M/-").code() == ExitCode::unavailable);
  CHECK(refusal_of_set(tree, "-/-/-/max").code() == ExitCode::unavailable);
}

TEST_CASE("a dry run prints the mode and writes nothing") {
  JetsonTree tree;
  make_agx_xavier(tree);
  CHECK(set(tree, "4c/1.2G/900M/1.6G --dry-run").out ==
        "id\tname\tmode\tcores\tcpu_khz\tgpu_hz\temc_hz\n"
        "NA\tNA\t4c/1190400k/905250k/1600000k\t4\t1190400\t905250000\t1600000000\n");
  CHECK(limits(tree, "policy0") == "115200 2265600");
  CHECK(online(tree, 7) == "1");
}

TEST_CASE("get prints what was asked beside what is in force") {
  JetsonTree tree;
  make_agx_xavier(tree);
  set(tree, "4c/1.2G/900M/1.6G");
  tree.file(kGpu + "/max_freq", "1377000000");
  const std::string out = get(tree).out;
  CHECK(out.find("cores\tcpu\t0-3\t1\t4\t1\t8\t4\tNA\tfollows\thotplug\tmeasured\n") != std::string::npos);
  CHECK(
      out.find("cpu\tpolicy2\t2-3\tkHz\t1190400\t1190400\t1190400\t1190400\tschedutil\tfollows\tcpufreq\tmeasured\n") !=
      std::string::npos);
  CHECK(out.find("gpu\t17000000.gpu\tNA\tHz\t905250000\t905250000\t1377000000\t905250000\tnvhost_podgov\tdeviates\t") !=
        std::string::npos);
  CHECK(out.find("emc\temc\tNA\tHz\t1600000000\t1600000000\t1600000000\t1600000000\tNA\tfollows\temc_iso_cap+bpmp\t") !=
        std::string::npos);
}

TEST_CASE("a predefined mode keeps its id and name in a dry run and once it is in force; one's own mode has none") {
  JetsonTree tree;
  make_agx_xavier(tree);
  tree.file("/etc/nvpmodel.conf", "< PARAM TYPE=FILE NAME=GPU >\nMAX_FREQ " + kGpu +
                                      "/max_freq\n< POWER_MODEL ID=7 NAME=LAB >\n"
                                      "GPU MAX_FREQ 905250000\n< PM_CONFIG DEFAULT=7 >\n");
  CHECK(set(tree, "lab --dry-run").out.find("\n7\tLAB\t8c/2265600k/905250k/") != std::string::npos);
  CHECK(set(tree, "-/-/905250k/- --dry-run").out.find("\nNA\tNA\t8c/2265600k/905250k/") != std::string::npos);
  CHECK(get(tree, "--mode").out.find("\tNA\tNA\t") != std::string::npos);
  set(tree, "7");
  CHECK(get(tree, "--mode").out.find("\t7\tLAB\t8c/2265600k/905250k/") != std::string::npos);
  tree.file("/etc/nvpmodel.conf", "junk");
  CHECK(get(tree, "--mode").out.find("\tNA\tNA\t8c/2265600k/905250k/") != std::string::npos);
}

TEST_CASE("export refuses an id that the board's mode file has, also that of a broken mode") {
  JetsonTree tree;
  make_agx_xavier(tree);
  tree.file("/etc/nvpmodel.conf", "< PARAM TYPE=FILE NAME=GPU >\nMAX_FREQ " + kGpu +
                                      "/max_freq\n< POWER_MODEL ID=7 NAME=LAB >\nGPU MAX_FREQ 905250000\n"
                                      "< POWER_MODEL ID=8 NAME=BROKEN >\nNOTHING MAX_FREQ 1\n");
  const auto block = [&](const char* id) {
    return call(tree, pmode::export_subcommand(), std::string("max/max/max/max --name MINE --id ") + id).out;
  };
  CHECK(block("9").find("< POWER_MODEL ID=9 NAME=MINE >\n") == 0);
  CHECK_THROWS_WITH(block("7"), "--id 7: is the id of LAB in /etc/nvpmodel.conf");
  CHECK_THROWS_WITH(block("8"), "--id 8: is the id of BROKEN in /etc/nvpmodel.conf");
}

TEST_CASE("a damaged note of the last mode is named, and the next mode is set all the same") {
  JetsonTree tree;
  make_agx_xavier(tree);
  tree.file("/run/wattline/pmode.asked", "path\tvalue");
  const Outcome outcome = set(tree, "4c/1.2G/900M/1.6G");
  REQUIRE(outcome.log.size() == 1);
  CHECK(outcome.log[0].find("pmode.asked: the last row") != std::string::npos);
  CHECK(limits(tree, "policy0") == "1190400 1190400");
  CHECK(set(tree, "4c/1.2G/900M/1.6G").log.empty());
}

TEST_CASE("set -v prints the rows of get, services too") {
  JetsonTree tree;
  make_agx_xavier(tree);
  tree.folder("/sys/fs/cgroup/system.slice/nvfancontrol.service");
  const std::string out = call(tree, pmode::set_subcommand(), "4c/1.2G/900M/1.6G", 1).out;
  CHECK(out.find("service\tnvfancontrol\tNA\t1\tNA\tNA\tNA\t1\t") != std::string::npos);
  CHECK(out == get(tree).out);
}
