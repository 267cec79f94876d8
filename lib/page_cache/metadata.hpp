// SPDX-License-Identifier: Apache-2.0
// The metadata half of a cold start: inodes, directory entries and directory blocks.
#pragma once
#include <string>
#include <vector>

#include "io/root.hpp"

namespace wattline::page_cache {

// Drops all unused inodes and directory entries of the machine, then the clean blocks (inode tables, directories) that
// the block devices below `paths` hold themselves; cached file data stay. Throws Error{no_permission} unless root.
void drop_metadata(const io::Root& root, const std::vector<std::string>& paths);

}  // namespace wattline::page_cache
