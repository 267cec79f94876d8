// SPDX-License-Identifier: Apache-2.0
// /run/jetsim/disks, and the files of the disks that were attached through it.
#pragma once
#include <memory>

#include "jetsim/board/emulated_disks.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// Takes "attach KIND MAJOR:MINOR BYTES" and then "counters ..." with the six numbers of EmulatedDisk; reads as "disk
// NAME" once it is attached. The disk is gone when the result is.
std::unique_ptr<OpenFile> open_disk_file(Tree& tree, EmulatedDisks& disks);

}  // namespace wattline::jetsim
