// SPDX-License-Identifier: Apache-2.0
// The instants of lines whose times are those of a local clock, in whole seconds, or of dates in an unknown order.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/timestamp.hpp"

namespace wattline {

using LineTimes = std::vector<std::optional<double>>;

// Takes the order of day and month that the file as a whole shows for the dates that leave it open; where it shows
// none, they are not read. In a log of tegrastats, "05-11-2026" has the month first unless the file shows the other
// order.
void settle_dates(std::vector<WrittenTime>& times, bool of_tegrastats);

// Seconds since 1970 of the times of lines that follow each other. In the hour that is repeated when summer time ends,
// a clock that goes back says which of the two a line is of.
LineTimes resolve(const std::vector<WrittenTime>& times);

struct Spread {
  long long shared = 0;         // lines that had the time of another
  const char* unit = "second";  // that they shared
};

// Spreads lines that share a whole second over it, or puts them `interval_s` apart where that is positive; the same for
// a minute, where no time has seconds. Where a time has a fraction of a second, nothing is spread. The first lines of a
// log may begin within their second, and the last end in it.
Spread spread_shared_times(LineTimes& times, double interval_s);

}  // namespace wattline
