// SPDX-License-Identifier: Apache-2.0
// The instants of lines whose times are those of a local clock with whole seconds.
#pragma once
#include <optional>
#include <vector>

#include "base/timestamp.hpp"

namespace wattline::platform {

using LineTimes = std::vector<std::optional<double>>;

// Seconds since 1970 of the times of lines that follow each other. In the hour that is repeated when summer time ends,
// a clock that goes back says which of the two a line is of.
LineTimes resolve(const std::vector<std::optional<Timestamp>>& times);

// Spreads lines that share a whole second over it, or puts them `interval_s` apart where that is positive. The first
// lines of a log may begin within their second, and the last end in it. Returns how many lines shared a second.
long long spread_shared_seconds(LineTimes& times, double interval_s);

}  // namespace wattline::platform
