// SPDX-License-Identifier: Apache-2.0
// The units that the names of a table's columns state.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace wattline::powerlog {

// "W", "mW", "uW" and "kW", also written out.
std::optional<double> watts_of_unit(std::string_view unit);

// The watts of "CPU power (mW)", "power_mw" or "P [kW]"; 1 where the name states no unit. Throws a data error for a
// unit of another quantity, such as "Energy (Wh)".
double watts_of_column(const std::string& file, const std::string& column);

// The seconds of "Zeit [ms]", "time_us" or "t (min)"; empty where the name states no unit, 0 where it states several.
std::optional<double> seconds_of_column(const std::string& column);

}  // namespace wattline::powerlog
