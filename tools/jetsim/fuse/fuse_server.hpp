// SPDX-License-Identifier: Apache-2.0
// Serves a Tree through libfuse3, in one thread. Knows nothing of boards.
#pragma once
#include <string>

#include "io/signals.hpp"
#include "jetsim/fuse/server_hooks.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// Returns when the tree was unmounted or a stop signal came. Throws Error when it cannot be mounted.
void serve(Tree& tree, const std::string& directory, const ServerHooks& hooks, io::Signals& signals);

}  // namespace wattline::jetsim
