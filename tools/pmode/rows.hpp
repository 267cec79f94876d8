// SPDX-License-Identifier: Apache-2.0
// The rows of pmode.
#pragma once
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"

namespace wattline::pmode {

// A mode, with id and name when it has them.
struct ModeRow {
  std::optional<std::string> id, name;
  PowerMode mode;
};
const io::RowTable<ModeRow>& mode_rows();

// A predefined mode. What only a board knows is empty without one.
struct PredefinedModeRow {
  ModeRow mode;
  std::string text;  // the mode with "max" for a clock without a limit
  std::optional<bool> active, saved;
  std::optional<std::string> reboot;
  std::optional<double> rated_w;
};
const io::RowTable<PredefinedModeRow>& predefined_mode_rows();

const io::RowKind& knob_rows();
const io::RowKind& axis_rows();
const io::RowKind& board_rows();
const io::RowKind& watch_rows();
const io::RowKind& switch_rows();

}  // namespace wattline::pmode
