// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_of.hpp"

#include "catch.hpp"
#include "jetson_tree.hpp"

using namespace wattline;
using namespace wattline::platform;
using test::JetsonTree;
using test::kBpmp;
using test::kCpu;
using test::kGpu;

namespace {

// A TX2: cluster policy0 has the Cortex-A57 cores, policy1 the Denver cores.
void make_tx2(JetsonTree& tree) {
  tree.compatible("nvidia,p2771-0000");
  tree.cluster({0, 3, 4, 5}, "345600 1190400 2035200").cluster({1, 2}, "345600 1190400 2035200");
  tree.gpu("gp10b", "114750000 1300500000").emc_iso("1866000000");
  tree.file(kCpu + "/present", "0-5");
}

void set_limit(JetsonTree& tree, const std::string& policy, const std::string& khz) {
  tree.file(kCpu + "/cpufreq/" + policy + "/scaling_max_freq", khz);
}

}  // namespace

TEST_CASE("the CPU clock of a mode is the highest limit among clusters with a core online") {
  JetsonTree tree;
  make_tx2(tree);
  set_limit(tree, "policy0", "1190400");
  const Machine machine = find_machine(tree.root());
  CHECK(to_string(current_mode(machine)) == "6c/2035200k/1300500k/1866000k");
  CHECK(describe_different_clocks(machine, {}) ==
        "the CPU policies have different clocks: policy0 1190400 kHz, policy1 2035200 kHz; the mode's CPU clock is the "
        "highest");
  tree.file(kCpu + "/cpu1/online", "0").file(kCpu + "/cpu2/online", "0");
  CHECK(to_string(current_mode(machine)) == "4c/1190400k/1300500k/1866000k");
  CHECK(describe_different_clocks(machine, {}).empty());
}

TEST_CASE("a state has the same CPU clock before and after it is in force") {
  JetsonTree tree;
  make_tx2(tree);
  const Machine machine = find_machine(tree.root());
  MachineState state;
  state.policies["policy0"] = {{}, 2035200, ""};
  state.policies["policy1"] = {{}, 1190400, ""};
  const PowerMode planned = mode_of(machine, state);
  set_limit(tree, "policy1", "1190400");
  CHECK(planned == current_mode(machine));
  CHECK(planned.cpu_khz == 2035200);
  state.online = {0, 3, 4, 5};
  state.policies.erase("policy0");
  CHECK(mode_of(machine, state).cpu_khz == 2035200);
}

TEST_CASE("a locked memory clock is its rate, also where no cap exists") {
  JetsonTree tree;
  tree.cluster({0, 1}, "115200 1907200").file(kBpmp + "/clk/emc/mrq_rate_locked", "0");
  tree.file(kBpmp + "/clk/emc/rate", "204000000").file(kBpmp + "/clk/emc/max_rate", "1600000000");
  const Machine machine = find_machine(tree.root());
  CHECK_FALSE(mode_of(machine, {}).emc_hz);
  MachineState state;
  state.emc = pinned_emc(machine.emc, 1600000000);
  CHECK(mode_of(machine, state).emc_hz == 1600000000);
}
