// SPDX-License-Identifier: Apache-2.0
// One setter at a time: a lock file below /run/wattline, held by flock(2), so that it ends with its process.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "io/fd.hpp"
#include "io/root.hpp"
#include "io/signals.hpp"

namespace wattline::platform {

class ModeLock {
 public:
  // Throws Error{try_later} that names pid and command of the holder, at once or after `wait_ns`.
  // A descendant of a holder that shares its lock (pmode hold, pmsweep) goes through.
  ModeLock(const io::Root& root, Clock& clock, io::Signals& signals, const std::string& command, std::int64_t wait_ns);

  // NAME=VALUE pairs for the environment of child processes that may set modes under this lock. Empty when the lock is
  // an ancestor's, whose pair they inherit.
  std::vector<std::string> pass() const;

 private:
  io::Fd fd_;
  bool inherited_ = false;
};

// "/run/wattline/NAME" below the root; makes the folder. Throws when it cannot.
std::string runtime_file(const io::Root& root, const std::string& name);

}  // namespace wattline::platform
