// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/orphans.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/process_stat.hpp"

namespace wattline::jetsim {

namespace {

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  for (const std::string& name : io::list_directory("/proc")) {
    const auto pid = to_int64(name);
    const auto stat = pid ? io::read_process_stat("/proc/" + name) : std::nullopt;
    if (stat && stat->parent == ::getpid()) children.push_back(static_cast<pid_t>(*pid));
  }
  return children;
}

}  // namespace

void adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
}

// The children of a process that was killed come to this one in turn.
void kill_orphans(pid_t except) {
  for (bool killed = true; killed;) {
    killed = false;
    for (const pid_t child : own_children()) {
      if (child == except || ::kill(child, SIGKILL) != 0) continue;
      ::waitpid(child, nullptr, 0);
      killed = true;
    }
  }
}

}  // namespace wattline::jetsim
