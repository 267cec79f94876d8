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
  CHECK(mode.core_count() == 4);
  CHECK(mode.cores_off == std::set<int>{4, 5, 6, 7});
  CHECK(mode.cpu.at(0).max == 1113600);
  CHECK(mode.cpu.at(0).min == 729600);
  CHECK(mode.cpu.count(4) == 0);
  CHECK(mode.gpu.max == 408000000);
  CHECK(mode.emc_hz == 2133000000);
  CHECK(mode.rated_w == 15.0);
  REQUIRE(mode.masks.size() == 1);
  CHECK(mode.masks[0].text == "248");
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
  CHECK(mode_of("tx2-fan.conf", "0").core_count() == 6);
  CHECK(mode_of("tx2-fan.conf", "MAXQ").core_count() == 4);
}

TEST_CASE("a hwmon parameter is found below whatever number its folder has") {
  test::JetsonTree tree;
  tree.cluster({0, 1}, "115200 1907200").file("/sys/bus/i2c/drivers/ina3221/7-0040/hwmon/hwmon4/curr1_max", "0");
  const Machine machine = find_machine(tree.root());
  const NvpmodelConf conf = parse_nvpmodel_conf(fixture("xavier-nx-hwmon.conf"), "conf");
  const PredefinedMode mode = describe_mode(conf, conf.modes[0], &machine);
  CHECK(mode.others[0].path == "/sys/bus/i2c/drivers/ina3221/7-0040/hwmon/hwmon4/curr1_max");
  CHECK(mode.others[0].text == "3000");
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

TEST_CASE("what is no mode file is refused with its line and the reason") {
  CHECK(refusal("") == "conf: there is no < PM_CONFIG DEFAULT=ID > line");
  CHECK(refusal(kHead) == "conf: there is no < PM_CONFIG DEFAULT=ID > line");
  CHECK(refusal(kHead + "< PM_CONFIG DEFAULT=3 >") == "conf: PM_CONFIG names mode 3, which is not there");
  CHECK(refusal(kHead + "< POWER_MODEL ID=0 NAME=AGAIN >") == "conf:5: mode id 0 twice");
  CHECK(refusal(kHead + "DLA MAX_FREQ 1") == "conf:5: parameter 'DLA' is not declared");
  CHECK(refusal(kHead + "GPU MIN_FREQ 1") == "conf:5: parameter GPU has no argument 'MIN_FREQ'");
  CHECK(refusal(kHead + "GPU MAX_FREQ") == "conf:5: 'GPU MAX_FREQ' is not PARAMETER ARGUMENT VALUE");
  CHECK(refusal(kHead + "GPU MAX_FREQ fast") == "conf:5: 'fast' is not a number");
  CHECK(refusal("< POWER_MODEL ID=1 >") == "conf:1: no NAME= in this header");
  CHECK(refusal("< POWER_MODEL ID=1 NAME=A") == "conf:1: no '>' at the end of '< POWER_MODEL ID=1 NAME=A'");
  CHECK(refusal("hello") == "conf:1: 'hello' stands outside of PARAM and POWER_MODEL");
  CHECK(refusal(std::string(1 << 20, '\x01')).size() < 120);
}
