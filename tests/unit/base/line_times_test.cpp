// SPDX-License-Identifier: Apache-2.0
#include "base/line_times.hpp"

#include <cstdlib>
#include <string>

#include "catch.hpp"

using namespace wattline;

TEST_CASE("lines that share a second are spread over it, from its end in the first", "[line_times]") {
  LineTimes times{10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13};
  CHECK(spread_shared_times(times, 0).shared == 10);
  CHECK(times == LineTimes{10.5, 10.75, 11, 11.25, 11.5, 11.75, 12, 12.25, 12.5, 12.75, 13});
  times = {10, 11, 12, 12, 13};  // a second now and then has two lines, since tegrastats is a little early
  CHECK(spread_shared_times(times, 0).shared == 2);
  CHECK(times == LineTimes{10, 11, 12, 12.5, 13});
}

TEST_CASE("the repeated hour at the end of summer time is told by the clock that goes back", "[line_times]") {
  ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);  // central Europe, also without a table of zones
  const auto resolved = [](const std::vector<const char*>& clocks) {
    std::vector<WrittenTime> times;
    for (const std::string clock : clocks) times.push_back(read_time("2024-10-27 " + clock));
    return resolve(times);
  };
  CHECK(resolved({"02:59:59", "02:00:00"}) == LineTimes{1729990799, 1729990800});
  CHECK(resolved({"01:59:59", "02:00:00", "02:00:00"})[1] == 1729987200);
  CHECK(resolved({"02:59:59", "03:00:00"}) == LineTimes{1729994399, 1729994400});
  ::setenv("TZ", "UTC", 1);
}

TEST_CASE("lines whose times have no seconds are spread over the minute that they share", "[line_times]") {
  LineTimes times{60, 60, 120, 120, 120, 180, 180, 180};
  const Spread spread = spread_shared_times(times, 0);
  CHECK(spread.shared == 8);
  CHECK(std::string(spread.unit) == "a minute");
  CHECK(times == LineTimes{80, 100, 120, 140, 160, 180, 200, 220});
  times = {60, 60};  // one time alone may be a whole minute by chance
  CHECK(std::string(spread_shared_times(times, 0).unit) == "a second");
}

TEST_CASE("lines whose times are whole hours or days are spread over those", "[line_times]") {
  LineTimes times{3600, 3600, 7200, 7200};
  CHECK(std::string(spread_shared_times(times, 0).unit) == "an hour");
  CHECK(times == LineTimes{3600, 5400, 7200, 9000});
  times = {0, 86400, 86400, 172800};
  CHECK(std::string(spread_shared_times(times, 0).unit) == "a day");
  CHECK(times == LineTimes{43200, 86400, 129600, 172800});
}

TEST_CASE("times that are finer than a second are not spread over it", "[line_times]") {
  LineTimes times{10, 10, 10.1, 10.1};
  CHECK(spread_shared_times(times, 0).shared == 0);
  CHECK(times == LineTimes{10, 10, 10.1, 10.1});
}

namespace {
// Midnights of the dates once the file has settled their order; -1 = not read.
std::vector<double> settled(const std::vector<std::string>& dates, bool of_tegrastats = false) {
  std::vector<WrittenTime> times;
  for (const std::string& date : dates) times.push_back(read_time(date + " 00:00:00"));
  settle_dates(times, of_tegrastats);
  std::vector<double> seconds;
  for (const WrittenTime& time : times) seconds.push_back(time.stamp ? time.stamp->seconds : -1);
  return seconds;
}
constexpr double kNov5 = 1793836800, kMay11 = 1778457600, kNov27 = 1795737600, kNov11 = 1794355200;
}  // namespace

TEST_CASE("a date with the month and the day in an open order is read as the file's other dates", "[line_times]") {
  CHECK(settled({"05/11/2026", "27/11/2026"}) == std::vector<double>{kNov5, kNov27});
  CHECK(settled({"05/11/2026", "11/27/2026"}) == std::vector<double>{kMay11, kNov27});
  CHECK(settled({"05/11/2026"}) == std::vector<double>{-1});
  CHECK(settled({"05/11/2026", "27/11/2026", "11/27/2026"}) == std::vector<double>{-1, kNov27, kNov27});
  CHECK(settled({"11/11/2026", "05.11.2026"}) == std::vector<double>{kNov11, kNov5});
}

TEST_CASE("tegrastats writes the month first, other loggers in front of it may not", "[line_times]") {
  CHECK(settled({"05-11-2026"}) == std::vector<double>{-1});
  CHECK(settled({"05-11-2026"}, true) == std::vector<double>{kMay11});
  CHECK(settled({"05-11-2026", "27-11-2026"}, true) == std::vector<double>{kNov5, kNov27});
  CHECK(settled({"05/11/2026"}, true) == std::vector<double>{-1});
}
