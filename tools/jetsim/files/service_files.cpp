// SPDX-License-Identifier: Apache-2.0
// The services of Jetson Linux that may rewrite clocks or the fan, as systemd leaves them in the file system.
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

void enable(Tree& tree, const std::string& name, const std::string& command) {
  const std::string unit = "/etc/systemd/system/" + name + ".service";
  tree.plain(unit, "[Unit]\nDescription=" + name + "\n\n[Service]\nExecStart=" + command + "\n");
  tree.link_to("/etc/systemd/system/multi-user.target.wants/" + name + ".service", unit);
}

// A service that goes on running has a control group; a oneshot such as nvpmodel's has not.
void run(Tree& tree, const std::string& name) {
  tree.constant("/sys/fs/cgroup/system.slice/" + name + ".service/cgroup.procs", "700");
  tree.link("/run/systemd/units/invocation:" + name + ".service", "0123456789abcdef0123456789abcdef");
}

}  // namespace

void add_service_files(Tree& tree, const BoardSpec& board) {
  enable(tree, "nvpmodel", "/usr/sbin/nvpmodel -f /etc/nvpmodel.conf");
  enable(tree, "nvpower", "/etc/systemd/nvpower.sh");
  if (board.file.text_or("fan", "").compare(0, 5, "hwmon") != 0) return;
  enable(tree, "nvfancontrol", "/usr/sbin/nvfancontrol -m");
  run(tree, "nvfancontrol");
}

}  // namespace wattline::jetsim
