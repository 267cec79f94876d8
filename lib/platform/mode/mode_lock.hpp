// SPDX-License-Identifier: Apache-2.0
// The lock that allows only one process at a time to set modes: flock(2) on a file in /run/wattline, so the kernel
// releases it when the process ends.
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
  // Waits up to `wait_ns` for the lock, then throws Error{try_later} with the process ID and the command of its holder
  // and with the hint. A descendant of a holder that shares its lock (pmode hold, pmsweep) may set modes without
  // waiting.
  ModeLock(const io::Root& root, Clock& clock, io::Signals& signals, const std::string& command, std::int64_t wait_ns,
           const std::string& hint);

  // NAME=VALUE pairs for the environment of child processes that may set modes under this lock. Empty if the lock is
  // that of an ancestor, from which they inherit the pair.
  std::vector<std::string> pass() const;

 private:
  io::Fd fd_;
  bool inherited_ = false;
};

// Locked while knobs are written, so that nobody saves a state that is a part of two. Unlike the mode lock it is never
// locked for long.
class StateLock {
 public:
  // Opens the file, so that lock() needs none and cannot fail. Throws no_permission when the user may not.
  explicit StateLock(const io::Root& root);
  // Waits for readers, but not for long: one that was stopped must not keep a state from being restored.
  void lock() const;
  void unlock() const;

 private:
  io::Fd fd_;
};

// Waits until nobody writes knobs; nobody does as long as the descriptor is open. It is empty where nobody has set a
// mode, and for a user who may not set one: whoever may open the file could keep it locked. Throws
// Error{128+N} when signal N comes meanwhile.
io::Fd lock_state_for_reading(const io::Root& root, const io::Signals& signals);

// The path of /run/wattline/NAME under the root. Creates the folder, and throws if it cannot.
std::string runtime_file(const io::Root& root, const std::string& name);

}  // namespace wattline::platform
