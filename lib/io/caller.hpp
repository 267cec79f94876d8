// SPDX-License-Identifier: Apache-2.0
// The user who called sudo. That user, and a command that runs as that user, can put symbolic links where root writes.
// Therefore the user's files are opened, created, renamed and removed with the user's own rights.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/not_copyable.hpp"

namespace wattline::io {

struct Caller {
  uid_t uid = 0;
  gid_t gid = 0;
  std::string name, home;
  std::vector<gid_t> groups;
};

// Empty unless this process is root by sudo of another user. Throws Error{no_permission} when SUDO_UID names no user.
std::optional<Caller> sudo_caller();

// The value that an environment variable had when sudo, the parent of this process, was called, if sudo has removed it.
std::optional<std::string> removed_by_sudo(const std::string& variable);

// While it lives, the thread that made it has the rights of sudo_caller() on files; nothing changes without one. No
// process may be started meanwhile.
class AsCaller : NotCopyable {
 public:
  AsCaller();
  ~AsCaller();

 private:
  void give_back();
  bool active_ = false;
  std::vector<gid_t> groups_;
  gid_t gid_ = 0;
  int death_signal_ = 0;
  pid_t parent_ = 0;
};

// What to do when a file of the user cannot be opened; `otherwise` unless the rights of the caller may be the reason.
std::string refused_hint(int error,
                         const std::string& otherwise = "name a file that can be written, in a folder that exists");

}  // namespace wattline::io
