// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/nvpmodel_conf.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "io/attribute.hpp"
#include "jetson_tree.hpp"
#include "platform/mode/predefined.hpp"

using namespace wattline;
using namespace wattline::platform;

namespace {

std::string fixture(const std::string& name) {
  return io::read_text(std::string(WATTLINE_SOURCE_DIR "/tests/fixtures/nvpmodel/") + name).value();
}

PredefinedMode mode_of(const std::string& file, const std::string& id) {
  const NvpmodelConf conf = parse_nvpmodel_conf(fixture(file), file);
  return describe_mode(conf, *conf.find_mode(id), nullptr);
}

std::string refusal(const std::string& text) {
  try {
    parse_nvpmodel_conf(text, "conf");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return error.what();
  }
  return "parsed";
}

const std::string kHead =
    "< PARAM TYPE=CLOCK NAME=GPU >\nMAX_FREQ /sys/gpu/devfreq/max_freq\n< POWER_MODEL ID=0 NAME=MAXN >\n"
    "GPU MAX_FREQ -1\n";

}  // namespace

TEST_CASE("a mode is told from the paths of its parameters") {
  const PredefinedMode mode = mode_of("orin-knext.conf", "MODE_15W");
  CHECK(mode.id == 4);
  CHECK(mode.core_count == 4);
  CHECK(mode.cores_off == std::set<int>{4, 5, 6, 7});
  CHECK(mode.cpu.at(0).max == 1113600);
  CHECK(mode.cpu.at(0).min == 729600);
  CHECK(mode.cpu.count(4) == 0);
  CHECK(mode.gpu.max == 408000000);
  CHECK(mode.emc_hz == 2133000000);
  CHECK(mode.rated_w == 15.0);
  REQUIRE(mode.masks.size() == 1);
  CHECK(mode.masks[0].value == "248");
  CHECK(mode.others.size() == 1);
}

TEST_CASE("-1, INT_MAX and an EMC cap of 0 ask for the hardware's own maximum") {
  CHECK_FALSE(mode_of("orin-knext.conf", "0").gpu.max);
  CHECK_FALSE(mode_of("orin-knext.conf", "0").emc_hz);
  const PredefinedMode maxn = mode_of("tx2-fan.conf", "MAXN");
  CHECK_FALSE(maxn.emc_hz);
  CHECK(maxn.sets_emc);
  CHECK_FALSE(maxn.cpu.at(1).max);
}

TEST_CASE("a core without a line of its own stays on, and fan profiles are skipped") {
  CHECK(mode_of("tx2-fan.conf", "0").core_count == 6);
  CHECK(mode_of("tx2-fan.conf", "MAXQ").core_count == 4);
}

TEST_CASE("a hwmon parameter is found below whatever number its folder has") {
  test::JetsonTree tree;
  tree.cluster({0, 1}, "115200 1907200").file("/sys/bus/i2c/drivers/ina3221/7-0040/hwmon/hwmon4/curr1_max", "0");
  const Machine machine = find_machine(tree.root());
  const NvpmodelConf conf = parse_nvpmodel_conf(fixture("xavier-nx-hwmon.conf"), "conf");
  const PredefinedMode mode = describe_mode(conf, conf.modes[0], &machine);
  CHECK(mode.others[0].path == "/sys/bus/i2c/drivers/ina3221/7-0040/hwmon/hwmon4/curr1_max");
  CHECK(mode.others[0].value == "3000");
}

TEST_CASE("of a path and its twin for the next kernel the one that exists counts") {
  test::JetsonTree tree;
  tree.file("/sys/devices/platform/gpu.0/tpc_pg_mask", "240");
  tree.file("/etc/nv_tegra_release", "# R36 (release), REVISION: 4.3, GCID: 1");
  const Machine machine = find_machine(tree.root());
  const NvpmodelConf conf = parse_nvpmodel_conf(fixture("orin-knext.conf"), "conf");
  const PredefinedMode mode = describe_mode(conf, *conf.find_mode("4"), &machine);
  CHECK(changed_masks(machine, mode) == std::vector<std::string>{"tpc_pg_mask 248 (now 240)"});
}

TEST_CASE("line ends of DOS and a missing last one are read") {
  std::string text = fixture("orin-knext.conf");
  CHECK(parse_nvpmodel_conf(text, "conf").modes.size() == 2);  // read_text took the last line feed
  std::string dos;
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(parse_nvpmodel_conf(dos, "conf").modes[1].settings.size() == 15);
}

TEST_CASE("a byte order mark at the start of the file is no part of its first line") {
  const NvpmodelConf conf = parse_nvpmodel_conf("\xEF\xBB\xBF" + fixture("orin-knext.conf"), "conf");
  CHECK(conf.modes.size() == 2);
  CHECK(conf.problems.empty());
}

TEST_CASE("a file without a mode is refused with its first wrong line") {
  CHECK(refusal("< PARAM TYPE=CLOCK NAME=GPU") == "conf:1: no '>' at the end of '< PARAM TYPE=CLOCK NAME=GPU'");
  CHECK(refusal("") == "conf: there is no < PM_CONFIG DEFAULT=ID > line");
  CHECK(refusal("hello") == "conf:1: 'hello' is outside of PARAM and POWER_MODEL");
  CHECK(refusal(std::string(1 << 20, '\x01')).size() < 120);
}

TEST_CASE("a wrong line is named and costs only the mode that it stands in") {
  const auto [line, problem] = GENERATE(table<const char*, const char*>({
      {"DLA MAX_FREQ 1", "conf:7: parameter 'DLA' is not declared"},
      {"GPU MIN_FREQ 1", "conf:7: parameter GPU has no argument 'MIN_FREQ'"},
      {"GPU MAX_FREQ", "conf:7: 'GPU MAX_FREQ' is not PARAMETER ARGUMENT VALUE"},
      {"GPU MAX_FREQ fast", "conf:7: 'fast' is not a number"},
      {"GPU MAX_FREQ 1.5", "conf:7: '1.5' is not a number"},
      {"GPU MAX_FREQ -5", "conf:7: '-5' is below -1, which means no limit"},
      {"GPU MAX_FREQ 9223372036854775808", "conf:7: '9223372036854775808' is not a number"},
      {"GPU MAX_FREQ 9223372036854775807", "conf:7: '9223372036854775807' is above 1000000000000"},
      {"GPU MAX_FREQ 3", "conf:7: GPU MAX_FREQ twice, with 1 and 3"},
  }));
  const NvpmodelConf conf = parse_nvpmodel_conf(
      kHead + "< POWER_MODEL ID=1 NAME=LAB >\nGPU MAX_FREQ 1\n" + line + "\nGPU MAX_FREQ 2\n< PM_CONFIG DEFAULT=0 >",
      "conf");
  CHECK(conf.problems == std::vector<std::string>{problem});
  REQUIRE(conf.modes.size() == 1);
  CHECK(conf.modes[0].name == "MAXN");
  CHECK(conf.find_mode("LAB") == nullptr);
  REQUIRE(conf.find_broken_mode("lab") != nullptr);
  CHECK(conf.find_broken_mode("1")->problem == problem);
}

TEST_CASE("switches of cores are 0 or 1, and limits are numbers also where their parameter is a file") {
  const auto [line, problem] = GENERATE(table<const char*, const char*>({
      {"CORE_2 7", "conf:5: '7' is neither 0 nor 1"},
      {"CORE_2 -1", "conf:5: '-1' is neither 0 nor 1"},
      {"CORE_2 on", "conf:5: 'on' is neither 0 nor 1"},
      {"LIMIT fast", "conf:5: 'fast' is not a number"},
      {"LIMIT -2", "conf:5: '-2' is below -1, which means no limit"},
  }));
  const NvpmodelConf conf = parse_nvpmodel_conf(
      "< PARAM TYPE=FILE NAME=P >\nCORE_2 /sys/devices/system/cpu/cpu2/online\n"
      "LIMIT /sys/devices/system/cpu/cpu2/cpufreq/scaling_max_freq\n< POWER_MODEL ID=0 NAME=LAB >\nP " +
          std::string(line) + "\n< PM_CONFIG DEFAULT=0 >",
      "conf");
  REQUIRE(conf.broken_modes.size() == 1);
  CHECK(conf.problems == std::vector<std::string>{problem});
}

TEST_CASE("a mode is left out by name also when its header, or that of a parameter, is wrong") {
  const auto [header, name] = GENERATE(table<const char*, const char*>({
      {"< POWER_MODEL ID=1 NAME=LAB", "LAB"},
      {"< POWER_MODEL ID=0 NAME=LAB >", "LAB"},
      {"< POWER_MODEL ID=x NAME=LAB >", "LAB"},
      {"<POWER_MODEL NAME=LAB>", "LAB"},
      {"< POWER_MODEL ID=1 NAME=LAB EXTRA >", "LAB"},
      {"< POWER_MODEL ID=1 >", "id 1"},
      {"< POWER_MODEL >", "that of line 5"},
  }));
  const NvpmodelConf conf = parse_nvpmodel_conf(kHead + header + "\nGPU MAX_FREQ 1\n< PM_CONFIG DEFAULT=0 >", "conf");
  CHECK(conf.problems.size() == 1);
  CHECK(conf.modes.size() == 1);
  REQUIRE(conf.broken_modes.size() == 1);
  CHECK(conf.broken_modes[0].mode.name == name);
  CHECK(conf.find_broken_mode("-1") == nullptr);
}

TEST_CASE("a wrong header of a parameter that all modes use leaves every mode out, with its line") {
  for (const char* header : {"< PARAM TYPE=CLOCK NAME=GPU", "< PARAM TYPE=CLOK NAME=GPU >", "< PARAM NAME=GPU >"}) {
    const NvpmodelConf conf = parse_nvpmodel_conf(std::string(header) +
                                                      "\nMAX_FREQ /sys/gpu/devfreq/max_freq\n"
                                                      "< POWER_MODEL ID=0 NAME=A >\nGPU MAX_FREQ 1\n"
                                                      "< POWER_MODEL ID=1 NAME=B >\nGPU MAX_FREQ 2\n"
                                                      "< PM_CONFIG DEFAULT=0 >",
                                                  "conf");
    CHECK(conf.problems.size() == 1);
    CHECK(conf.modes.empty());
    REQUIRE(conf.broken_modes.size() == 2);
    CHECK(conf.broken_modes[1].mode.name == "B");
    CHECK(conf.broken_modes[1].problem == conf.problems[0]);
  }
}

TEST_CASE("an argument with two paths breaks the modes that use it, one that is repeated does not") {
  const std::string head = "< PARAM TYPE=CLOCK NAME=GPU >\nMAX_FREQ /sys/a/max_freq\nMAX_FREQ ";
  const std::string modes = "\n< POWER_MODEL ID=0 NAME=A >\nGPU MAX_FREQ 1\nGPU MAX_FREQ 1\n< PM_CONFIG DEFAULT=0 >";
  CHECK(parse_nvpmodel_conf(head + "/sys/a/max_freq" + modes, "conf").problems.empty());
  const NvpmodelConf two = parse_nvpmodel_conf(head + "/sys/b/max_freq" + modes, "conf");
  CHECK(two.problems == std::vector<std::string>{"conf:3: argument 'MAX_FREQ' twice, with two paths"});
  CHECK(two.find_broken_mode("A") != nullptr);
}

TEST_CASE("the number of cores is known only where the mode names every core of the file") {
  std::string text = "< PARAM TYPE=FILE NAME=C >\n";
  for (const char* core : {"0", "1", "2"})
    text += std::string("CORE_") + core + " /sys/devices/system/cpu/cpu" + core + "/online\n";
  text += "< PARAM TYPE=CLOCK NAME=GPU >\nMAX_FREQ /sys/gpu/devfreq/max_freq\n";
  const auto count = [&](const std::string& settings) {
    const NvpmodelConf conf =
        parse_nvpmodel_conf(text + "< POWER_MODEL ID=0 NAME=A >\n" + settings + "< PM_CONFIG DEFAULT=0 >", "conf");
    return describe_mode(conf, conf.modes.at(0), nullptr).core_count;
  };
  CHECK(count("C CORE_0 1\nC CORE_1 1\nC CORE_2 0\n") == 2);
  CHECK(count("C CORE_1 1\nC CORE_2 0\n") == 2);  // core 0 is always on
  CHECK_FALSE(count("C CORE_0 1\nC CORE_1 0\n"));
  CHECK_FALSE(count("GPU MAX_FREQ 1\n"));
}

TEST_CASE("a wrong argument is left out, with the modes that use it and no other") {
  const NvpmodelConf conf = parse_nvpmodel_conf(
      "< PARAM TYPE=FILE NAME=GPU >\nMIN_FREQ sys/min_freq\nMAX_FREQ /sys/gpu/devfreq/max_freq\n"
      "< POWER_MODEL ID=0 NAME=LOW >\nGPU MIN_FREQ 1\nGPU MIN_FREQ 2\n"
      "< POWER_MODEL ID=1 NAME=HIGH >\nGPU MAX_FREQ 2\n< PM_CONFIG DEFAULT=0 >",
      "conf");
  CHECK(conf.problems == std::vector<std::string>{"conf:2: 'MIN_FREQ sys/min_freq' is not ARGUMENT /PATH"});
  CHECK(conf.find_mode("HIGH") != nullptr);
  REQUIRE(conf.broken_modes.size() == 1);
  CHECK(conf.broken_modes[0].problem == conf.problems[0]);
}

TEST_CASE("a wrong header is named once, and the lines below it are skipped") {
  const NvpmodelConf twice =
      parse_nvpmodel_conf(kHead + "< POWER_MODEL ID=0 NAME=AGAIN >\nGPU MAX_FREQ 7\n< PM_CONFIG DEFAULT=0 >", "conf");
  CHECK(twice.problems == std::vector<std::string>{"conf:5: mode id 0 twice"});
  CHECK(twice.modes[0].settings.size() == 1);
  const NvpmodelConf kind =
      parse_nvpmodel_conf("< PARAM TYPE=DLA NAME=DLA >\nMAX_FREQ /sys/dla\n" + kHead +
                              "DLA MAX_FREQ 3\n"
                              "< POWER_MODEL ID=1 NAME=LAB >\nGPU MAX_FREQ 1\n< PM_CONFIG DEFAULT=0 >",
                          "conf");
  CHECK(kind.problems == std::vector<std::string>{"conf:1: unknown parameter type 'DLA'"});
  CHECK(kind.find_mode("MAXN") == nullptr);
  CHECK(kind.find_mode("LAB") != nullptr);
}

TEST_CASE("a parameter that is declared twice breaks the modes that use it, above and below, and no other") {
  const NvpmodelConf conf =
      parse_nvpmodel_conf("< PARAM TYPE=FILE NAME=EMC >\nMAX_FREQ /sys/emc/rate\n" + kHead +
                              "< POWER_MODEL ID=1 NAME=ABOVE >\nEMC MAX_FREQ 1\n"
                              "< PARAM TYPE=FILE NAME=EMC >\nMAX_FREQ /sys/other/rate\n"
                              "< POWER_MODEL ID=2 NAME=BELOW >\nEMC MAX_FREQ 1\n< PM_CONFIG DEFAULT=0 >",
                          "conf");
  CHECK(conf.problems == std::vector<std::string>{"conf:9: parameter 'EMC' twice"});
  CHECK(conf.find_mode("MAXN") != nullptr);
  for (const char* name : {"ABOVE", "BELOW"}) {
    CHECK(conf.find_mode(name) == nullptr);
    REQUIRE(conf.find_broken_mode(name) != nullptr);
    CHECK(conf.find_broken_mode(name)->problem == conf.problems[0]);
  }
}

TEST_CASE("a missing or wrong default is named, and the modes stay") {
  CHECK(parse_nvpmodel_conf(kHead, "conf").problems ==
        std::vector<std::string>{"conf: there is no < PM_CONFIG DEFAULT=ID > line"});
  CHECK(parse_nvpmodel_conf(kHead + "< PM_CONFIG DEFAULT=3 >", "conf").problems ==
        std::vector<std::string>{"conf: PM_CONFIG names mode 3, which is not there"});
}

TEST_CASE("a mode is found by its id, its name, or its name in other case") {
  const NvpmodelConf conf = parse_nvpmodel_conf(
      kHead + "< POWER_MODEL ID=1 NAME=maxn >\n< POWER_MODEL ID=2 NAME=MODE_30W >\n< PM_CONFIG DEFAULT=0 >", "conf");
  CHECK(conf.find_mode("2")->name == "MODE_30W");
  CHECK(conf.find_mode("mode_30w")->id == 2);
  CHECK(conf.find_mode("MAXN")->id == 0);
  CHECK(conf.find_mode("maxn")->id == 1);
  CHECK(conf.find_mode("mode_30") == nullptr);
}
