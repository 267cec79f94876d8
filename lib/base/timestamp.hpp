// SPDX-License-Identifier: Apache-2.0
// Time stamps in the formats of other tools.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/date_text.hpp"

namespace wattline {

struct Timestamp {
  double seconds = 0;     // since 1970
  bool is_local = false;  // of a clock of the local zone (TZ), as if that were UTC
  DateOrder order = DateOrder::clear;
  double day_first_s = 0;  // where the order is open: the seconds if the day stands first, not the month
};

// Why no instant can be told from a text that has a time.
enum class TimeProblem { none, no_year, unclear_zone, unclear_order, other };

struct WrittenTime {
  std::optional<Timestamp> stamp;
  TimeProblem problem = TimeProblem::none;  // with a text that is no time at all: other
  std::string text{};                       // as written, where the time was not read or the order is open
};

// A number, also with a decimal comma: "1717964297,5" has none between its thousands, "1,500", which is refused, may.
std::optional<double> number_of_time(std::string_view text);
// A plain number of seconds, or of ms, us or ns where it is too large for seconds; "2024-06-09 20:18:17.99", also with
// T, a comma, AM or PM, and Z, UTC or +02:00 at the end; other dates as take_date() knows them. No instant after 2261.
WrittenTime read_time(std::string_view text);
// A clock such as 08:00 stands in the text.
bool has_clock(std::string_view text);
// The stamp alone; empty where the order is open, but in "06-09-2024" the month stands first.
std::optional<Timestamp> read_timestamp(std::string_view text);
// Seconds since 1970 when a local clock shows this: two in the hour that is repeated when summer time ends.
std::vector<double> instants_of(double local_s);
// Both in one; of two instants, the later.
std::optional<double> parse_timestamp(std::string_view text);

}  // namespace wattline
