// SPDX-License-Identifier: Apache-2.0
// What a mode of nvpmodel.conf means on a machine.
#include "platform/mode/predefined.hpp"

#include "catch.hpp"
#include "jetson_tree.hpp"

using namespace wattline;
using namespace wattline::platform;

TEST_CASE("what a mode does not name keeps its state, and a setting whose file does not exist is named") {
  test::JetsonTree tree;
  tree.cluster({0, 1, 2}, "115200 1907200").gpu("gv11b", "100000000 200000000");
  tree.file("/sys/devices/system/cpu/cpu2/online", "0");
  const Machine machine = find_machine(tree.root());
  const NvpmodelConf conf = parse_nvpmodel_conf(
      "< PARAM TYPE=FILE NAME=C >\nCORE_1 /sys/devices/system/cpu/cpu1/online\n"
      "CORE_7 /sys/devices/system/cpu/cpu7/online\n"
      "< PARAM TYPE=HWMON NAME=OC >\nWARN /sys/bus/i2c/devices/7-0077/hwmon curr1_max\n"
      "< PARAM TYPE=CLOCK NAME=EMC >\nMAX_FREQ /sys/kernel/nvpmodel_emc_cap/emc_iso_cap\n"
      "< PARAM TYPE=CLOCK NAME=GPU >\nMAX_FREQ /sys/gpu/devfreq/max_freq\n"
      "< POWER_MODEL ID=0 NAME=A >\nC CORE_1 0\n< POWER_MODEL ID=1 NAME=B >\nC CORE_7 1\nOC WARN 4000\n"
      "EMC MAX_FREQ 1\n< POWER_MODEL ID=2 NAME=D >\nGPU MAX_FREQ 130000000\n< PM_CONFIG DEFAULT=0 >",
      "conf");
  const auto mode = [&](std::size_t i) { return describe_mode(conf, conf.modes.at(i), &machine); };
  const MachineState a = target_of_predefined(machine, mode(0));
  CHECK(a.online == std::vector<int>{0});
  CHECK_FALSE(a.gpu);
  CHECK(a.missing.empty());
  const MachineState b = target_of_predefined(machine, mode(1));
  REQUIRE(b.missing.size() == 3);
  CHECK(b.missing[0].name == "C CORE_7");
  CHECK(b.missing[1].name == "OC WARN");
  CHECK(b.missing[1].path == "/sys/bus/i2c/devices/7-0077/hwmon/hwmon*/curr1_max");
  CHECK(b.missing[2].name == "EMC MAX_FREQ");
  CHECK_FALSE(is_active(machine, mode(1)));
  CHECK(rounded_gpu_clock(machine, mode(2)) == "D: gpu 130000000 Hz to 100000000 Hz");
}

TEST_CASE("a mode without a limit gives a cluster whose files were hidden the limits of its neighbours") {
  test::JetsonTree tree;
  tree.cluster({0, 1}, "115200 729600 1907200").cluster({2, 3}, "115200 729600 1907200");
  const std::string policy = test::kCpu + "/cpufreq/policy2";
  tree.remove(policy).folder(policy);  // as from kernel 6.1 on, while all its cores are offline
  for (const int cpu : {2, 3}) tree.file(core_online_file(cpu), "0");
  const Machine machine = find_machine(tree.root());
  const NvpmodelConf conf = parse_nvpmodel_conf(
      "< PARAM TYPE=FILE NAME=C >\nCORE_2 /sys/devices/system/cpu/cpu2/online\n"
      "< PARAM TYPE=CLOCK NAME=CPU >\nMAX_FREQ /sys/devices/system/cpu/cpu2/cpufreq/scaling_max_freq\n"
      "MIN_FREQ /sys/devices/system/cpu/cpu2/cpufreq/scaling_min_freq\n"
      "< POWER_MODEL ID=0 NAME=A >\nC CORE_2 1\nCPU MIN_FREQ 729600\nCPU MAX_FREQ -1\n< PM_CONFIG DEFAULT=0 >",
      "conf");
  const MachineState target = target_of_predefined(machine, describe_mode(conf, conf.modes.at(0), &machine));
  CHECK(target.policies.at("policy2").min == 729600);
  CHECK(target.policies.at("policy2").max == 1907200);
}
