// SPDX-License-Identifier: Apache-2.0
// The services of Jetson Linux that may rewrite clocks or the fan, as systemd leaves them in the file system.
#include <cerrno>
#include <memory>

#include "base/parse.hpp"
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

void enable(Tree& tree, const std::string& name, const std::string& command) {
  const std::string unit = "/etc/systemd/system/" + name + ".service";
  tree.plain(unit, "[Unit]\nDescription=" + name + "\n\n[Service]\nExecStart=" + command + "\n");
  tree.link_to("/etc/systemd/system/multi-user.target.wants/" + name + ".service", unit);
}

// A service that goes on running has a control group, which comes and goes with it; a oneshot such as nvpmodel's has
// none. "stop NAME" and "start NAME", written to /run/jetsim/services, do what systemctl does on a board.
void run(Tree& tree, const std::string& name) {
  const auto active = std::make_shared<bool>(true);
  const auto is_active = [active] { return *active; };
  const std::string group = "/sys/fs/cgroup/system.slice/" + name + ".service";
  tree.constant(group + "/cgroup.procs", "700");
  tree.directory(group).present = is_active;
  tree.link("/run/systemd/units/invocation:" + name + ".service", "0123456789abcdef0123456789abcdef").present =
      is_active;
  tree.attribute("/run/jetsim/services", {}, [active, name](std::string_view text) {
    const auto words = split_blanks(text);
    if (words.size() != 2 || words[1] != name || (words[0] != "start" && words[0] != "stop")) return EINVAL;
    *active = words[0] == "start";
    return 0;
  });
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
