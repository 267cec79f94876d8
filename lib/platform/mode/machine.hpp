// SPDX-License-Identifier: Apache-2.0
// The knobs of this machine that make up a power mode, found once.
#pragma once
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "platform/board/detect_board.hpp"
#include "platform/mode/cpu.hpp"
#include "platform/mode/emc.hpp"
#include "platform/mode/gpu.hpp"

namespace wattline::platform {

struct Machine {
  io::Root root;
  Board board;
  Cpus cpus;
  std::optional<Gpu> gpu;
  Emc emc;
};

Machine find_machine(const io::Root& root);
// The same; throws unavailable when there is no knob at all, so that an empty folder stays one.
Machine machine_with_knobs(const io::Root& root);

// The values that each knob can take; a knob that the machine lacks has none.
ModeTables mode_tables(const Machine& machine);

}  // namespace wattline::platform
