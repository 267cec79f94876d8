// SPDX-License-Identifier: Apache-2.0
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

std::string release_line(const BoardSpec& board) {
  return "# R" + std::to_string(board.l4t_major) + " (release), REVISION: " + board.l4t_revision +
         ", GCID: 00000000, BOARD: generic, EABI: aarch64, DATE: emulated\n";
}

void add_device_tree(Tree& tree, const BoardSpec& board) {
  const std::string base = "/sys/firmware/devicetree/base/";
  const auto text = [&](const char* name, const std::string& bytes) {
    tree.attribute(base + name, [bytes](std::string& out) {
      out = bytes;
      return 0;
    });
  };
  std::string compatible;
  for (const std::string& entry : board.file.all("compatible")) compatible += entry + '\0';
  text("compatible", compatible);
  text("model", board.file.text("model") + '\0');
  text("serial-number", std::string("0000000000000") + '\0');
}

}  // namespace

void add_identity_files(Tree& tree, const BoardSpec& board, const std::string& kernel_release) {
  if (board.is_jetson()) {
    add_device_tree(tree, board);
    tree.link_to("/proc/device-tree", "/sys/firmware/devicetree/base");
    tree.plain("/etc/nv_tegra_release", release_line(board));
    tree.directory("/sys/module/tegra_fuse");
  }
  tree.plain("/etc/hostname", board.name + "\n");
  tree.constant("/proc/sys/kernel/osrelease", kernel_release);
  tree.constant("/proc/version", "Linux version " + kernel_release + " (jetsim) #1 SMP PREEMPT");
}

}  // namespace wattline::jetsim
