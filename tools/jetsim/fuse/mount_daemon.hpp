// SPDX-License-Identifier: Apache-2.0
// A process that serves a mount and stays after the command has returned.
#pragma once
#include <sys/types.h>

#include <functional>

#include "base/not_copyable.hpp"
#include "io/pipe.hpp"

namespace wattline::jetsim {

// Serves until the mount ends; calls `ready` when its files can be read.
using Serve = std::function<void(const std::function<void()>& ready)>;

// A child process in a session of its own, which has no standard streams from `ready` on.
class MountDaemon : NotCopyable {
 public:
  explicit MountDaemon(const Serve& serve);
  // Throws what `serve` threw before it was ready.
  void wait_until_ready() const;
  pid_t pid() const { return pid_; }

 private:
  io::Pipe report_;
  pid_t pid_;
};

// Serves in the foreground, or in such a process, and returns then when that is ready.
void serve_mount(bool foreground, const Serve& serve);

}  // namespace wattline::jetsim
