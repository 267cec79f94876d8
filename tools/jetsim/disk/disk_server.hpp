// SPDX-License-Identifier: Apache-2.0
// Serves a folder as a disk through libfuse3.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "io/root.hpp"
#include "io/signals.hpp"
#include "jetsim/disk/disk_view.hpp"

namespace wattline::jetsim {

// The board that counts the disk, if there is one.
struct BoardOfDisk {
  std::string directory;
  io::Emulation emulation;
};

// Returns when the disk was unmounted or a stop signal came. `ready` is called once the disk answers.
void serve_disk(const DiskOptions& options, const std::optional<BoardOfDisk>& board, io::Signals& signals,
                const std::function<void()>& ready);

}  // namespace wattline::jetsim
