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
#include "io/child.hpp"

namespace wattline::jetsim {

namespace {

// proc(5): "PID (NAME) STATE PPID ..."; the name may hold anything.
pid_t parent_of(pid_t pid) {
  const std::string stat = io::read_text(io::process_file(pid, "stat")).value_or("");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  const auto words = split_blanks(std::string_view(stat).substr(name_end + 1));
  return words.size() > 1 ? static_cast<pid_t>(to_int64(words[1]).value_or(0)) : 0;
}

std::vector<pid_t> own_children() {
  std::vector<pid_t> children;
  for (const std::string& name : io::list_directory("/proc")) {
    const auto pid = to_int64(name);
    if (pid && parent_of(static_cast<pid_t>(*pid)) == ::getpid()) children.push_back(static_cast<pid_t>(*pid));
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
