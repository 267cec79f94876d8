// SPDX-License-Identifier: Apache-2.0
// Dates in front of a clock, as programs and people write them.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace wattline {

// What tells the month from the day.
enum class DateOrder {
  clear,         // the form: 2026-11-27, 27.11.2026, Nov 27
  month_first,   // a number above 12, as in 11/27/2026
  day_first,     // the same, as in 27/11/2026
  either,        // nothing: 05/11/2026
  either_dashed  // nothing: 05-11-2026, in which tegrastats writes the month first
};

inline bool is_open(DateOrder order) {
  return order == DateOrder::either || order == DateOrder::either_dashed;
}

struct DateText {
  std::optional<double> midnight_s;  // in UTC since 1970; empty = no year. Of two orders, with the month first
  DateOrder order = DateOrder::clear;
  double day_first_s = 0;  // the other one
  std::string rest;        // of the text: a clock, or nothing
};

// A day of the week may stand in front, and the year behind the clock, as date(1) writes it.
std::optional<DateText> take_date(std::string_view text);

}  // namespace wattline
