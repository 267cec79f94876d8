// SPDX-License-Identifier: Apache-2.0
// Processes that a command started and left behind.
#pragma once
#include <sys/types.h>

namespace wattline::jetsim {

// From now on they become children of this process (prctl(2), PR_SET_CHILD_SUBREAPER).
void adopt_orphans();

// Kills all children of this process except one, and their children. Processes of other users that this one may not
// kill are left alone.
void kill_orphans(pid_t except);

}  // namespace wattline::jetsim
