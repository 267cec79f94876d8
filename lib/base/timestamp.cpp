// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string>

#include "base/parse.hpp"

namespace wattline {

namespace {

// Of seconds a row can hold fewer than 2^63 ns. A number between two of these ranges is a time in no unit.
std::optional<double> seconds_of(double number) {
  struct Unit {
    double low, high, seconds;
  };
  constexpr std::array<Unit, 4> kUnits{{{0, 9e9, 1}, {1e11, 9e12, 1e-3}, {1e14, 9e15, 1e-6}, {1e17, 9e18, 1e-9}}};
  for (const Unit& unit : kUnits) {
    if (number >= unit.low && number < unit.high) return number * unit.seconds;
  }
  return std::nullopt;
}

std::optional<double> number_between(std::string_view text, double low, double high) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
  const auto number = digits ? to_double(text) : std::nullopt;
  return number && *number >= low && *number <= high ? number : std::nullopt;
}

std::optional<double> clock_seconds(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  const auto parts = split(text, ':');
  if (parts.size() != 2 && parts.size() != 3) return std::nullopt;
  const auto hour = number_between(parts[0], 0, 23);
  const auto minute = number_between(parts[1], 0, 59);
  const auto second = parts.size() == 3 ? number_between(parts[2], 0, 60.999999999) : 0.0;
  if (!hour || !minute || !second) return std::nullopt;
  return *hour * 3600 + *minute * 60 + *second;
}

// Midnight in UTC of "2024-06-09", "2024/06/09", "06-09-2024" (as tegrastats has it) and "09.06.2024".
std::optional<double> date_seconds(std::string_view text) {
  const std::size_t mark = text.find_first_of("-/.");
  if (mark == std::string_view::npos) return std::nullopt;
  const auto parts = split(text, text[mark]);
  if (parts.size() != 3) return std::nullopt;
  const bool year_first = parts[0].size() == 4, day_first = text[mark] == '.';
  if (!year_first && parts[2].size() != 4) return std::nullopt;
  const auto year = number_between(parts[year_first ? 0 : 2], 1970, 2261);
  const auto month = number_between(parts[year_first || day_first ? 1 : 0], 1, 12);
  const auto day = number_between(parts[year_first ? 2 : day_first ? 0 : 1], 1, 31);
  if (!year || !month || !day) return std::nullopt;
  std::tm date{};
  date.tm_year = static_cast<int>(*year) - 1900;
  date.tm_mon = static_cast<int>(*month) - 1;
  date.tm_mday = static_cast<int>(*day);
  const std::time_t midnight = ::timegm(&date);
  const bool exists = date.tm_mday == static_cast<int>(*day);
  return exists ? std::optional<double>(static_cast<double>(midnight)) : std::nullopt;
}

// Takes Z, UTC, +02:00, +0200 or +02 off the end of a clock. Returns its offset in seconds; empty = no zone.
std::optional<double> take_zone(std::string_view& clock) {
  for (const std::string_view utc : {"Z", "z", "UTC", "GMT"}) {
    if (clock.size() > utc.size() && clock.substr(clock.size() - utc.size()) == utc) {
      clock = trim(clock.substr(0, clock.size() - utc.size()));
      return 0;
    }
  }
  const std::size_t sign = clock.find_last_of("+-");
  if (sign == std::string_view::npos) return std::nullopt;
  std::string digits(clock.substr(sign + 1));
  if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
  if (digits.size() == 2) digits += "00";
  if (digits.size() != 4) return std::nullopt;
  const auto hours = number_between(digits.substr(0, 2), 0, 15);
  const auto minutes = number_between(digits.substr(2), 0, 59);
  if (!hours || !minutes) return std::nullopt;
  const double offset_s = (*hours * 60 + *minutes) * 60;
  const bool is_west = clock[sign] == '-';
  clock = trim(clock.substr(0, sign));
  return is_west ? -offset_s : offset_s;
}

}  // namespace

std::optional<Timestamp> read_timestamp(std::string_view text) {
  text = trim(text);
  if (const auto number = to_double(text)) {
    const auto seconds = seconds_of(*number);
    return seconds ? std::optional<Timestamp>({*seconds, false}) : std::nullopt;
  }
  const std::size_t gap = text.find_first_of(" T");
  const auto date = date_seconds(text.substr(0, gap));
  if (!date) return std::nullopt;
  if (gap == std::string_view::npos) return text[4] == '-' ? std::optional<Timestamp>({*date, true}) : std::nullopt;
  std::string_view clock = trim(text.substr(gap + 1));
  const auto zone_s = take_zone(clock);
  const auto seconds = clock_seconds(std::string(clock));
  if (!seconds) return std::nullopt;
  return Timestamp{*date + *seconds - zone_s.value_or(0), !zone_s};
}

std::vector<double> instants_of(double local_s) {
  const double whole = std::floor(local_s);
  const auto shown = static_cast<std::time_t>(whole);
  std::vector<double> instants;
  for (const int summer : {1, 0}) {
    std::tm local{};
    ::gmtime_r(&shown, &local);
    local.tm_isdst = summer;
    const std::time_t instant = std::mktime(&local);
    if (local.tm_isdst == summer) instants.push_back(static_cast<double>(instant) + (local_s - whole));
  }
  if (!instants.empty()) return instants;
  // An hour that the clock leaves out.
  std::tm local{};
  ::gmtime_r(&shown, &local);
  local.tm_isdst = -1;
  return {static_cast<double>(std::mktime(&local)) + (local_s - whole)};
}

std::optional<double> parse_timestamp(std::string_view text) {
  const auto stamp = read_timestamp(text);
  if (!stamp || !stamp->is_local) return stamp ? std::optional<double>(stamp->seconds) : std::nullopt;
  return instants_of(stamp->seconds).back();
}

}  // namespace wattline
