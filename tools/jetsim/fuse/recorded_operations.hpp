// SPDX-License-Identifier: Apache-2.0
// libfuse3's callbacks over a Tree, each of which reports what a program asked for and what it got.
#pragma once
#include "jetsim/fuse/fuse_operations.hpp"

namespace wattline::jetsim {

// Reports to `accessed` of the tree's hooks, before the program has its answer.
fuse_operations recorded_operations();

}  // namespace wattline::jetsim
