// SPDX-License-Identifier: Apache-2.0
// The power rails of a machine, found through its sensors and by the rule of its board.
#pragma once
#include "io/root.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/power/rail.hpp"

namespace wattline::platform {

// Asks the backends in order; each machine has rails of several at most. No rail at all is not an error here.
Rails discover_rails(const io::Root& root, const Board& board);

}  // namespace wattline::platform
