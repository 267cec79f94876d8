// SPDX-License-Identifier: Apache-2.0
#include "platform/board/boards.hpp"

#include <algorithm>

#include "catch.hpp"
#include "platform/board/detect_board.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using platform::detect_board;

namespace {

const std::string kDeviceTree = "/sys/firmware/devicetree/base/";

std::string strings(std::initializer_list<const char*> entries) {
  std::string bytes;
  for (const char* entry : entries) bytes += std::string(entry) + '\0';
  return bytes;
}

}  // namespace

TEST_CASE("a board is known by its compatible string before its model") {
  test::SysfsTree tree;
  tree.raw_file(kDeviceTree + "compatible",
                strings({"nvidia,p3737-0000+p3701-0005", "nvidia,p3701-0005", "nvidia,tegra234"}))
      .raw_file(kDeviceTree + "model", strings({"NVIDIA Jetson Orin Nano Developer Kit"}))
      .file("/etc/nv_tegra_release", "# R35 (release), REVISION: 4.1, GCID: 1, BOARD: t186ref, EABI: aarch64");
  const platform::Board board = detect_board(tree.root());
  CHECK(board.id == "agx-orin");
  CHECK(board.soc == "tegra234");
  CHECK(board.module == "p3701-0005");
  CHECK(board.name == "NVIDIA Jetson Orin Nano Developer Kit");
  REQUIRE(board.l4t);
  CHECK(to_string(*board.l4t) == "r35.4.1");
}

TEST_CASE("every known module is told from its part number") {
  const auto [compatible, id] = GENERATE(table<const char*, const char*>({
      {"nvidia,p3768-0000+p3767-0005", "orin-nano"},
      {"nvidia,p3768-0000+p3767-0000", "orin-nx"},
      {"nvidia,p3768-0000+p3767-0001-super", "orin-nx"},
      {"nvidia,p3509-0000+p3668-0001", "xavier-nx"},
      {"nvidia,p2972-0000", "agx-xavier"},
      {"nvidia,p2822-0000+p2888-0001", "agx-xavier"},
      {"nvidia,p2771-0000", "tx2"},
      {"nvidia,p3509-0000+p3636-0001", "tx2-nx"},
      {"nvidia,p3450-0000", "nano"},
      {"nvidia,p3449-0000+p3448-0000", "nano"},
      {"nvidia,p2371-2180", "tx1"},
      {"nvidia,p3971-0000+p3834-0008", "thor"},
      {"raspberrypi,5-model-b", "rpi5"},
      {"raspberrypi,4-model-b", "rpi4"},
  }));
  test::SysfsTree tree;
  tree.raw_file(kDeviceTree + "compatible", strings({compatible}));
  CHECK(detect_board(tree.root()).id == id);
}

TEST_CASE("a machine without a device tree is generic") {
  test::SysfsTree tree;
  const platform::Board board = detect_board(tree.root());
  CHECK(board.id == "generic");
  CHECK_FALSE(board.is_jetson());
  CHECK_FALSE(board.l4t);
}

TEST_CASE("every board of the table is found again by its own part numbers and model words") {
  for (const platform::BoardFacts& board : platform::boards()) {
    for (const std::string& part : board.part_numbers) {
      test::SysfsTree tree;
      tree.raw_file(kDeviceTree + "compatible", "nvidia,p0000-0000+" + part + '\0');
      CHECK(detect_board(tree.root()).id == board.id);
    }
    for (const std::string& words : board.model_words) {
      test::SysfsTree tree;
      tree.raw_file(kDeviceTree + "model", "NVIDIA Jetson " + words + " Developer Kit" + '\0');
      CHECK(detect_board(tree.root()).id == board.id);
    }
  }
}

TEST_CASE("the facts of each board agree with each other") {
  for (const platform::BoardFacts& board : platform::boards()) {
    CAPTURE(board.id);
    CHECK(std::is_sorted(board.emc_hz.begin(), board.emc_hz.end()));
    CHECK(&platform::facts_of(board.id) == &board);
    for (const platform::BoardRail& rail : board.rails) {
      const auto is_parent = [&](const platform::BoardRail& other) { return other.name == rail.parent; };
      CHECK(rail.is_nested() == std::any_of(board.rails.begin(), board.rails.end(), is_parent));
    }
  }
  CHECK(platform::facts_of("nano").input_rail() == "POM_5V_IN");
  CHECK(platform::facts_of("agx-orin").input_rail().empty());
  CHECK(platform::facts_of("unheard-of").emc_hz.empty());
}
