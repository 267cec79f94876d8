// SPDX-License-Identifier: Apache-2.0
// nvpmodel, jetson_clocks and tegrastats of our own making (share/l4t), for programs that call the vendor's.
#pragma once
#include "io/filesystem.hpp"

namespace wattline::jetsim {

// Lays the folders usr/sbin and usr/bin of `commands` over this machine's, in the private mounts of this process. Where
// the kernel refuses that, they come first in PATH.
void show_vendor_commands(const fs::path& commands);

}  // namespace wattline::jetsim
