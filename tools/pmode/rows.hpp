// SPDX-License-Identifier: Apache-2.0
// The rows of pmode.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"
#include "platform/mode/knobs.hpp"

namespace wattline::pmode {

// A mode, with id and name when it has them.
struct ModeRow {
  std::optional<std::string> id, name;
  PowerMode mode;
};
const io::RowTable<ModeRow>& mode_rows();

// The mode in force, and when that was.
struct CurrentModeRow {
  std::chrono::nanoseconds time;
  ModeRow mode;
};
const io::RowTable<CurrentModeRow>& current_mode_rows();

// A predefined mode. What only a board knows is empty without one.
struct PredefinedModeRow {
  ModeRow mode;
  std::string text;  // the mode with "max" for a clock without a limit
  std::optional<bool> active, saved;
  std::optional<std::string> reboot;
  std::optional<double> rated_w;
};
const io::RowTable<PredefinedModeRow>& predefined_mode_rows();

// The reading of one knob, and whether the machine is an emulated one.
struct KnobRow {
  platform::KnobReading knob;
  const char* source;
};
const io::RowTable<KnobRow>& knob_rows();

// A knob that left the mode or returned to it.
struct WatchRow {
  std::chrono::nanoseconds time, mono;
  platform::KnobReading knob;
  const char* source;
};
const io::RowTable<WatchRow>& watch_rows();

// Whether a mode was in force.
struct VerifyRow {
  std::chrono::nanoseconds time, mono;
  std::string mode;
  const char* status;
  std::string problem;
  const char* source;
};
const io::RowTable<VerifyRow>& verify_rows();

// How long one knob, or all of them, took in one switch to `mode`.
struct SwitchRow {
  int number;
  std::string mode, knob;
  std::optional<std::string> object;
  std::optional<double> settle_ms, written_ms;
  const char* source;
};
const io::RowTable<SwitchRow>& switch_rows();

const io::RowKind& axis_rows();
const io::RowKind& board_rows();

}  // namespace wattline::pmode
