// SPDX-License-Identifier: Apache-2.0
// Reads the settings of a power mode from the columns of a table: cores, and the clocks in the unit that their column
// is named after, such as cpu_khz or cpu_mhz.
#pragma once
#include <optional>
#include <string>

#include "base/power_mode.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::io {

struct SettingColumns {
  std::optional<std::size_t> cores;
  std::optional<ClockColumn> cpu, gpu, emc;
};
SettingColumns find_settings(const TsvRow& table);

// What the row says; a setting is missing where it is NA or has no column. Throws a data error with the line for a
// value that no board can have, such as a clock in another unit than its column's. The hint then names the unit that
// was probably meant.
PowerMode read_settings(const TsvRow& row, const SettingColumns& columns);

// What of the mode no board can have, as in "a CPU clock of 0.0012 MHz"; empty if it is possible.
std::string impossible_setting(const PowerMode& mode);

}  // namespace wattline::io
