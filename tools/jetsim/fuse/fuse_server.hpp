// SPDX-License-Identifier: Apache-2.0
// Serves a Tree through libfuse3, in one thread. Knows nothing of boards.
#pragma once
#include <functional>
#include <string>

#include "io/signals.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

struct ServerHooks {
  std::function<void()> before_access;  // called before every read and write
  std::function<void()> tick;           // called at least every tick_ms while serving
  std::function<bool()> as_other;       // whether to refuse what a user who is not root may not do
  int tick_ms = -1;                     // -1 = no ticks
  std::function<void()> ready;          // called once the mount is in place
};

// Throws unavailable when this process cannot mount: no /dev/fuse, or no permission for it.
void check_fuse();

// Returns when the tree was unmounted or a stop signal came. Throws Error when it cannot be mounted.
void serve(Tree& tree, const std::string& directory, const ServerHooks& hooks, io::Signals& signals);

}  // namespace wattline::jetsim
