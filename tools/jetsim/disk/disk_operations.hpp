// SPDX-License-Identifier: Apache-2.0
// libfuse3's callbacks over a DiskView, which fuse_session_new() must be given as user data.
#pragma once
#define FUSE_USE_VERSION 31
#include <fuse3/fuse_lowlevel.h>

namespace wattline::jetsim {

fuse_lowlevel_ops disk_operations();

}  // namespace wattline::jetsim
