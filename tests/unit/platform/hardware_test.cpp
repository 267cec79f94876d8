// SPDX-License-Identifier: Apache-2.0
#include "platform/board/hardware.hpp"

#include "catch.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;

namespace {

io::Meta facts_of(const test::SysfsTree& tree, const std::string& soc) {
  platform::Board board;
  board.soc = soc;
  return platform::hardware_facts(board, tree.root());
}

std::string core(const std::string& implementer, const std::string& part) {
  return "processor\t: 0\nmodel name\t: ARMv8 Processor rev 1 (v8l)\nCPU implementer\t: " + implementer +
         "\nCPU part\t: " + part + "\n\n";
}

}  // namespace

TEST_CASE("the kinds of cores, the GPU, the memory and the disks of a board are named") {
  test::SysfsTree tree;
  tree.file("/proc/cpuinfo", core("0x41", "0xd07") + core("0x4e", "0x003") + core("0x41", "0xd07"));
  tree.file("/sys/devices/system/cpu/present", "0-5")
      .file("/proc/meminfo", "MemTotal:       8051416 kB\nMemFree: 1 kB");
  const std::string disk = "/sys/block/mmcblk0";
  tree.file(disk + "/size", "61071360").file(disk + "/queue/rotational", "0").file(disk + "/device/model", "032G34  ");
  tree.file("/sys/block/loop0/size", "8").file("/sys/block/loop0/queue/rotational", "1");
  tree.file("/sys/block/sr0/size", "0").file("/sys/block/sr0/device/model", "DVD");
  CHECK(facts_of(tree, "tegra186") == io::Meta{{"cpu", "Cortex-A57 + Denver 2"},
                                               {"cpus", "6"},
                                               {"gpu", "GP10B (Pascal)"},
                                               {"memory_b", "8244649984"},
                                               {"disk.mmcblk0.model", "032G34"},
                                               {"disk.mmcblk0.size_b", "31268536320"},
                                               {"disk.mmcblk0.rotational", "0"}});
}

TEST_CASE("an unknown kind of core has its numbers, and a PC's processor and GPU their names") {
  test::SysfsTree tree;
  tree.file("/proc/cpuinfo", core("0x41", "0xfff"));
  CHECK(facts_of(tree, "").front().second == "0x41 0xfff");
  tree.file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2.50GHz\nflags\t\t: fpu\n");
  tree.file("/proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t NVIDIA RTX 2000\nIRQ: \t\t 7");
  const io::Meta facts = facts_of(tree, "");
  CHECK(facts[0].second == "Some CPU @ 2.50GHz");
  CHECK(facts[2].second == "NVIDIA RTX 2000");
}

TEST_CASE("what a machine lacks is empty") {
  const test::SysfsTree tree;
  CHECK(facts_of(tree, "tegra999") == io::Meta{{"cpu", ""}, {"cpus", ""}, {"gpu", ""}, {"memory_b", ""}});
}
