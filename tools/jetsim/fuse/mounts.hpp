// SPDX-License-Identifier: Apache-2.0
// How jetsim's file systems are mounted, and found again.
#pragma once
#include <string>

namespace wattline::jetsim {

// Throws unavailable when this process cannot mount: no /dev/fuse, or no permission for it.
void check_fuse();

// Mount options for a file system of type fuse.TYPE; findmnt(8) shows `source`. Root shares it with everybody, as a
// real file system is; the kernel then checks the mode bits.
std::string mount_options(const std::string& type, const std::string& source);

// Whether a file system of type fuse.TYPE is mounted on exactly this directory, alive or not.
bool is_mounted(const std::string& type, const std::string& directory);

// An absolute path, because a daemon leaves the working folder. The directory is created when it is missing. Throws
// unless it is empty.
std::string mount_point(const std::string& directory);

}  // namespace wattline::jetsim
