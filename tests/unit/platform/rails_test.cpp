// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rails.hpp"

#include <cerrno>
#include <map>

#include "catch.hpp"
#include "platform/power/rail_backends.hpp"
#include "rail_trees.hpp"

using namespace wattline;
using namespace wattline::platform;
using test::SysfsTree;

namespace {

Rails discover(const SysfsTree& tree) {
  const io::Root root = tree.root();
  return discover_rails(root, detect_board(root));
}

std::map<std::string, Scope> scopes(const Rails& rails) {
  std::map<std::string, Scope> by_name;
  for (const Rail& rail : rails.list) by_name[rail.name] = rail.scope;
  return by_name;
}

}  // namespace

TEST_CASE("AGX Orin's total is its three parallel rails; VDDQ lies inside VIN_SYS_5V0", "[rails]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "VDD_GPU_SOC + VDD_CPU_CV + VIN_SYS_5V0");
  CHECK(scopes(rails) == std::map<std::string, Scope>{{"VDD_GPU_SOC", Scope::part},
                                                      {"VDD_CPU_CV", Scope::part},
                                                      {"VIN_SYS_5V0", Scope::part},
                                                      {"VDDQ_VDD2_1V8AO", Scope::nested}});
  CHECK(rails.list.back().parent == "VIN_SYS_5V0");
}

TEST_CASE("an AGX Orin without its second chip has the same total and nothing to complain of", "[rails]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  tree.remove("/sys/bus/i2c/drivers/ina3221/1-0041");
  const Rails rails = discover(tree);
  CHECK(rails.list.size() == 3);
  CHECK(rails.total_rule == "VDD_GPU_SOC + VDD_CPU_CV + VIN_SYS_5V0");
  CHECK(rails.notes.empty());
}

TEST_CASE("Orin Nano's total is VDD_IN alone", "[rails]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "VDD_IN");
  CHECK(scopes(rails)["VDD_SOC"] == Scope::nested);
}

TEST_CASE("AGX Xavier's total is its six rails, through hwmon and through IIO", "[rails]") {
  SysfsTree hwmon, iio;
  test::make_agx_xavier(hwmon);
  test::make_agx_xavier_iio(iio);
  for (const SysfsTree* tree : {&hwmon, &iio}) {
    const Rails rails = discover(*tree);
    CHECK(rails.total_rule == "GPU + CPU + SOC + CV + VDDRQ + SYS5V");
    CHECK(rails.list.size() == 6);
  }
}

TEST_CASE("a total that lacks one of its parts is not given", "[rails]") {
  SysfsTree tree;
  test::make_agx_xavier(tree);
  tree.remove("/sys/bus/i2c/drivers/ina3221/1-0041");
  const Rails rails = discover(tree);
  CHECK(rails.total_rule.empty());
  CHECK(rails.no_total.find("CV, VDDRQ, SYS5V") != std::string::npos);
}

TEST_CASE("without a device tree the rails of a board give its rule", "[rails]") {
  SysfsTree nano, agx;
  test::make_orin_nano(nano);
  nano.remove("/sys/firmware").file("/sys/class/hwmon/hwmon0/name", "ina226");
  nano.file("/sys/class/hwmon/hwmon0/power1_input", "1");
  test::set_rail(nano, test::kOrinChip, 3, 5000, 100);
  nano.file(test::kOrinChip + "/in3_label", "VDD_OF_A_CARRIER");
  const Rails rails = discover(nano);
  CHECK(rails.total_rule == "VDD_IN");
  CHECK(rails.no_total.empty());
  CHECK(scopes(rails)["VDD_CPU_GPU_CV"] == Scope::nested);
  CHECK(scopes(rails)["VDD_OF_A_CARRIER"] == Scope::nested);
  CHECK(scopes(rails)["ina226.power1"] == Scope::outside);
  test::make_agx_orin(agx);
  test::set_board(agx, "vendor,carrier", "A carrier");
  CHECK(discover(agx).total_rule == "VDD_GPU_SOC + VDD_CPU_CV + VIN_SYS_5V0");
}

TEST_CASE("rails that no board's rule fits give no total, with the reason", "[rails]") {
  SysfsTree tree;
  test::make_agx_orin(tree);
  tree.remove("/sys/firmware").remove(test::kOrinChip + "/in3_label");
  const Rails rails = discover(tree);
  CHECK(rails.total_rule.empty());
  CHECK(rails.no_total.find("not known to be the whole of a board") != std::string::npos);
}

TEST_CASE("a chip without any label is named", "[rails]") {
  SysfsTree tree;
  test::add_ina3221(tree, test::kOrinChip, {"", "", ""}, 5000);
  const Rails rails = discover(tree);
  CHECK(rails.list.empty());
  REQUIRE(rails.notes.size() == 1);
  CHECK(rails.notes[0].find(test::kOrinChip + ": none of its channels has a label") == 0);
}

TEST_CASE("broken and looping links among the chips are passed over", "[rails]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.link("/sys/class/hwmon/hwmon0", "/sys/class/hwmon/hwmon1")
      .link("/sys/class/hwmon/hwmon1", "/sys/class/hwmon/hwmon0");
  tree.link("/sys/class/hwmon/hwmon2", "/sys/devices/gone").link("/sys/bus/i2c/drivers/ina3221/1-0041", "/gone");
  CHECK(discover(tree).total_rule == "VDD_IN");
  CHECK(discover(tree).list.size() == 3);
}

TEST_CASE("an INA3221 reading is bus voltage times shunt current", "[rails]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  test::set_rail(tree, test::kOrinChip, 1, 5008, 1992);
  const Rails rails = discover(tree);
  const Reading reading = rails.list[0].read(0);
  CHECK(reading.voltage_v == 5.008);
  CHECK(reading.current_a == 1.992);
  CHECK(reading.power_w.value() == Approx(9.975936));
  CHECK(rails.list[0].sensor.current_lsb_a == Approx(0.008));
  // 5.008 V x 8 mA + 1.992 A x 8 mV
  CHECK(resolution_w(rails.list[0].sensor, reading) == Approx(0.056));
}

TEST_CASE("a channel that is switched off, unlabelled or labelled NC is not a rail", "[rails]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  tree.file(test::kOrinChip + "/in2_enable", "0").remove(test::kOrinChip + "/in3_label");
  CHECK(discover(tree).list.size() == 1);
}

TEST_CASE("a reading that cannot be is an error and not a number", "[rails]") {
  SysfsTree tree;
  test::make_orin_nano(tree);
  const Rails rails = discover(tree);
  const auto read_with_current = [&](const std::string& text) {
    tree.file(test::kOrinChip + "/curr1_input", text);
    return rails.list[0].read(0);
  };
  CHECK(read_with_current("nan").error == EINVAL);
  CHECK(read_with_current("").error == EINVAL);
  CHECK(read_with_current("99999999999999999999").error == EINVAL);
  CHECK(read_with_current("1000000").error == ERANGE);  // 160 mV over 5 mOhm end at 32.8 A
  CHECK_FALSE(read_with_current("1000000").power_w);
  CHECK(read_with_current("-8").power_w.value() == Approx(-0.04));
}

TEST_CASE("the window of an INA3221 follows from its settings, whichever way the driver counts", "[rails]") {
  CHECK(ina3221_window_s(3, 1, 7, true) == Approx(0.0066));
  CHECK(ina3221_window_s(3, 512, 430, true) == Approx(0.43008));  // Linux 5.10
  CHECK(ina3221_window_s(3, 512, 1, false) == Approx(0.43008));   // Linux 5.15 and later
  CHECK(ina3221_window_s(1, 4, 2, false) == Approx(0.0088));
}

TEST_CASE("IIO rails read voltage and current as one pair, or singly where there is none", "[rails]") {
  SysfsTree tree;
  test::make_agx_xavier_iio(tree);
  const std::string chip = "/sys/bus/i2c/drivers/ina3221x/1-0040/iio:device0";
  tree.file(chip + "/ui_input_0", "19016 504").remove(chip + "/ui_input_1");
  const Rails rails = discover(tree);
  CHECK(rails.list[0].read(0).power_w.value() == Approx(9.584064));
  CHECK(rails.list[1].read(0).power_w.value() == Approx(1.9));
  CHECK(rails.list[0].sensor.window_s == Approx(0.4224));
}

TEST_CASE("a Nano's input is channel 1, also when the image swaps the labels", "[rails]") {
  SysfsTree tree;
  test::set_board(tree, "nvidia,p3450-0000", "NVIDIA Jetson Nano Developer Kit");
  const std::string chip = "/sys/bus/i2c/drivers/ina3221x/6-0040/iio:device0";
  tree.file(chip + "/rail_name_0", "POM_5V_GPU").file(chip + "/ui_input_0", "5000 1790");
  tree.file(chip + "/rail_name_1", "POM_5V_IN").file(chip + "/ui_input_1", "5000 645");
  tree.file(chip + "/rail_name_2", "POM_5V_CPU").file(chip + "/ui_input_2", "5000 630");
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "POM_5V_IN");
  CHECK(rails.list[0].name == "POM_5V_IN");
  CHECK(rails.list[0].read(0).power_w.value() == Approx(8.95));
  CHECK(rails.notes.size() == 1);
}

TEST_CASE("Thor's VIN measures the whole system and stays outside the module's total", "[rails]") {
  SysfsTree tree;
  test::set_board(tree, "nvidia,p3971-0089+p3834-0008", "NVIDIA Jetson AGX Thor Developer Kit");
  test::add_ina3221(tree, "/sys/bus/i2c/drivers/ina3221/2-0040/hwmon/hwmon0",
                    {"VDD_GPU", "VDD_CPU_SOC_MSS", "VIN_SYS_5V0"}, 2000);
  const std::string chip = "/sys/bus/i2c/drivers/ina238/2-0044/hwmon/hwmon1";
  tree.file(chip + "/name", "ina238").file(chip + "/in1_input", "19500").file(chip + "/curr1_input", "1014");
  tree.file(chip + "/power1_input", "19780000");
  const Rails rails = discover(tree);
  CHECK(rails.total_rule == "VDD_GPU + VDD_CPU_SOC_MSS + VIN_SYS_5V0");
  CHECK(rails.list.back().name == "VIN");
  CHECK(rails.list.back().scope == Scope::outside);
  CHECK(rails.list.back().read(0).power_w.value() == Approx(19.78));  // microwatts, unlike everything around
}

TEST_CASE("other hwmon chips give their powerN files, in microwatts, and no total", "[rails]") {
  SysfsTree tree;
  tree.file("/sys/class/hwmon/hwmon0/name", "ina226").file("/sys/class/hwmon/hwmon0/power1_input", "3250000");
  tree.file("/sys/class/hwmon/hwmon0/power1_label", "12V").file("/sys/class/hwmon/hwmon1/name", "amdgpu");
  tree.file("/sys/class/hwmon/hwmon1/power1_average", "7000000").file("/sys/class/hwmon/hwmon1/power1_cap", "9");
  const Rails rails = discover(tree);
  REQUIRE(rails.list.size() == 2);
  CHECK(rails.list[0].name == "12V");
  CHECK(rails.list[0].read(0).power_w.value() == Approx(3.25));
  CHECK(rails.list[1].name == "amdgpu.power1");
  CHECK(rails.total_rule.empty());
}

TEST_CASE("a machine without sensors has no rails", "[rails]") {
  SysfsTree tree;
  CHECK(discover(tree).list.empty());
}

TEST_CASE("rails of two chips with one name keep apart", "[rails]") {
  SysfsTree tree;
  for (const char* chip : {"/sys/class/hwmon/hwmon0", "/sys/class/hwmon/hwmon1"}) {
    tree.file(std::string(chip) + "/name", "ina226").file(std::string(chip) + "/power1_input", "1");
  }
  const Rails rails = discover(tree);
  REQUIRE(rails.list.size() == 2);
  CHECK(rails.list[1].name == "ina226.power1#2");
}
