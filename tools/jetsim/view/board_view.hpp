// SPDX-License-Identifier: Apache-2.0
// How the files of a board take the place of this machine's for one command.
#pragma once
#include <string>
#include <vector>

#include "io/filesystem.hpp"
#include "jetsim/fuse/tree.hpp"

namespace wattline::jetsim {

// What is mounted, by absolute path, in this order.
struct BoardView {
  std::vector<std::string> kept;    // of this machine, over place holders of the board's folders
  std::vector<std::string> shown;   // of the board, over those of this machine
  std::vector<std::string> absent;  // of the board, but cannot be shown: they would have to be made in /proc
};

// All of /sys is the board's. /proc stays this machine's but for the files that the board has. Other folders hold the
// files of both, the board's where both have one: `tree` gets place holders for this machine's. `host` is the root
// directory of this machine.
BoardView lay_over(Tree& tree, const fs::path& host = "/");

}  // namespace wattline::jetsim
