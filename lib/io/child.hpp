// SPDX-License-Identifier: Apache-2.0
// Child processes, started with an argv, never with a shell command line.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace wattline::io {

struct SpawnOptions {
  bool own_group = false;   // a process group of its own; kill() then reaches all of it
  bool null_stdin = false;  // /dev/null as stdin
  int stdin_fd = -1;        // descriptors to put in place of 0, 1 and 2; stay owned by the caller
  int stdout_fd = -1;
  int stderr_fd = -1;
  bool die_with_parent = false;  // SIGKILL for it (not for its children) when we end, however we end
  int signal_with_parent = 0;    // this signal for it when we end, however we end; 0 = none
  bool as_caller = false;        // started by sudo: run as the user who called it, with that user's HOME and groups
  std::vector<std::string> environment;  // NAME=VALUE, added to ours
};

class Child {
 public:
  // Throws Error{not_found} (127) or Error{not_executable} (126).
  static Child spawn(const std::vector<std::string>& argv, const SpawnOptions& options = {});

  pid_t pid() const { return pid_; }
  // The shell's status (0..255, 128+N for signal N) once it has ended; poll() does not wait.
  std::optional<int> poll();
  int wait();
  // Whether it has ended. Its /proc files stay until poll() or wait(); an ordinary user is then refused some of them.
  bool ended() const;
  void kill(int signal) const;

 private:
  Child(pid_t pid, bool own_group) : pid_(pid), own_group_(own_group) {}
  pid_t pid_;
  bool own_group_;
  std::optional<int> status_;
};

// The path of a tool of this suite: beside the running binary if it is there, else the name for PATH to find.
std::string sibling_tool(const std::string& name);

// Starts the running program again in this process (same pid and name) with NAME=VALUE pairs added to the environment,
// for libraries that read theirs before main(). Returns only when that fails.
void restart_with(const std::vector<std::string>& argv, const std::vector<std::string>& environment);
// Becomes the program at this path, relative to the folder of ours. Returns only when that fails, with the errno.
int exec_beside(const std::string& path, const std::vector<std::string>& argv,
                const std::vector<std::string>& environment);

// A process's own /proc file, which is always this machine's, also with --root.
std::string process_file(pid_t pid, const std::string& name);

}  // namespace wattline::io
