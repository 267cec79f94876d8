// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands of pmode share; each subcommand owns those that are only its own.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/row_stream.hpp"
#include "platform/mode/fan.hpp"
#include "platform/mode/mode_target.hpp"

namespace wattline::pmode {

// The argument MODE, and how it is understood.
struct ModeOptions {
  std::string mode;  // CORES/CPU/GPU/EMC, an id or name, or @FILE
  bool nearest = false;
  bool has_nearest = false;  // --nearest is an option of the subcommand
  bool pin = false, cap = false;
  platform::Hold hold_or(platform::Hold usual) const {
    return pin ? platform::Hold::pin : cap ? platform::Hold::cap : usual;
  }
};
void declare_mode_rules(cli::App& app, ModeOptions& options);
// For a mode to which they do not apply: a usage error if one is given.
void refuse_mode_rules(const ModeOptions& options, const std::string& reason);
// Where `option` is given, none of the others has an effect.
void exclude(const cli::App& app, const std::string& option, const std::vector<std::string>& others);
// Of a subcommand that prints rows only on request: a usage error if options say how, but none are printed.
void check_rows_wanted(const cli::RowOptions& rows, bool printed, const std::string& hint);

// Knobs beside the mode; without a value they stay as they are.
struct KnobOptions {
  std::string governor;
  std::optional<bool> idle_states;  // allowed or forbidden
  std::optional<platform::FanSetting> fan;
  bool any() const { return !governor.empty() || idle_states || fan; }
};

// How long clocks may take to follow, and how long to wait for the lock.
struct WaitOptions {
  std::int64_t settle_ns = 1'000'000'000;
  std::int64_t lock_timeout_ns = 0;
};
void declare_settle(cli::App& app, WaitOptions& options);
// --before FILE of those that change the state step by step, such as pmsweep.
void declare_before(cli::App& app, std::string& file);
void declare_lock_timeout(cli::App& app, WaitOptions& options);
// The hint when another process has the lock.
inline constexpr const char* kLockHint = "--wait 10m waits for it";

// Of a subcommand that changes to a mode; MODE itself is declared by the subcommand.
struct ChangeOptions {
  ModeOptions mode;
  KnobOptions knobs;
  WaitOptions wait;
  cli::RowOptions rows;
};
void declare_change(cli::App& app, ChangeOptions& options);

}  // namespace wattline::pmode
