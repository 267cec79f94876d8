// SPDX-License-Identifier: Apache-2.0
// Mounts that this process and its children alone see, and that are gone when the last of them ends.
#pragma once
#include <string>

#include "io/fd.hpp"
#include "jetsim/view/board_view.hpp"

namespace wattline::jetsim {

// From now on this process, which must have one thread, has its own mounts: root as it is, other users in a user
// namespace, with their own ids. Throws unavailable where the kernel or its settings refuse that.
void enter_private_mounts();

// A file system whose server answers on `device`. The mount is out of everybody's sight.
struct UnservedMount {
  io::Fd device;  // /dev/fuse
  std::string directory;
};
UnservedMount mount_unserved();

// Puts the files of the board, which is served at `directory`, in their places.
void show_board(const std::string& directory, const BoardView& view);

}  // namespace wattline::jetsim
