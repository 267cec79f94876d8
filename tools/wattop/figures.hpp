// SPDX-License-Identifier: Apache-2.0
// Numbers as they are shown: NA where a row has NA.
#pragma once
#include <optional>
#include <string>

namespace wattline::wattop {

constexpr double kPerMillion = 1e-6, kPerThousand = 1e-3;

// At least `width` columns. NaN is NA.
std::string figure(double value, int decimals, int width = 0);
std::string figure(const std::optional<double>& value, int decimals, int width = 0);
// "2.4 GiB".
std::string gibibytes(double bytes);
// "14:02:11" in the local zone; NA for 0.
std::string clock_text(double time_s);
// "1:05", "2:03:10".
std::string duration_text(double seconds);

}  // namespace wattline::wattop
