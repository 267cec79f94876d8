// SPDX-License-Identifier: Apache-2.0
// libfuse3's callbacks over a Tree.
#pragma once
#define FUSE_USE_VERSION 31
#include <fuse3/fuse.h>
#include <fuse3/fuse_lowlevel.h>

#include "jetsim/fuse/server_hooks.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// The private data that fuse_new() must be given.
struct ServedTree {
  Tree& tree;
  const ServerHooks& hooks;
  fuse_config* config = nullptr;  // libfuse's, once it runs
};

fuse_operations tree_operations();

}  // namespace wattline::jetsim
