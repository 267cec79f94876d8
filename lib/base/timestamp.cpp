// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.hpp"

#include <algorithm>
#include <array>
#include <cctype>
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

// Takes AM or PM off the end of a clock. Returns the hours that it adds to 12 o'clock = 0; empty = a clock of 24 hours.
std::optional<int> take_half(std::string_view& clock) {
  for (const std::string_view ending : {"m", "m.", ".m.", ". m."}) {  // behind A or P
    const std::size_t length = ending.size() + 1;
    if (clock.size() <= length) continue;
    const std::string end = to_lower(clock.substr(clock.size() - length));
    if (end.substr(1) != ending || (end[0] != 'a' && end[0] != 'p')) continue;
    clock = trim(clock.substr(0, clock.size() - length));
    return end[0] == 'p' ? 12 : 0;
  }
  return std::nullopt;
}

std::optional<double> clock_seconds(std::string_view clock) {
  const auto half = take_half(clock);
  std::string text(clock);
  std::replace(text.begin(), text.end(), ',', '.');
  const auto parts = split(text, ':');
  if (parts.size() != 2 && parts.size() != 3) return std::nullopt;
  auto hour = half ? number_between(parts[0], 1, 12) : number_between(parts[0], 0, 23);
  const auto minute = number_between(parts[1], 0, 59);
  const auto second = parts.size() == 3 ? number_between(parts[2], 0, 60.999999999) : 0.0;
  if (!hour || !minute || !second) return std::nullopt;
  if (half) hour = (*hour == 12 ? 0 : *hour) + *half;
  return *hour * 3600 + *minute * 60 + *second;
}

// Takes Z, UTC, +02:00, +0200 or +02 off the end of a clock. Returns its offset in seconds; empty = no zone.
std::optional<double> take_zone(std::string_view& clock) {
  for (const std::string_view utc : {"Z", "z", "UTC", "GMT"}) {
    const std::size_t length = clock.size() > utc.size() ? clock.size() - utc.size() : 0;
    const bool is_whole = length > 0 && std::isalpha(static_cast<unsigned char>(clock[length - 1])) == 0;  // not MESZ
    if (is_whole && clock.substr(length) == utc) {
      clock = trim(clock.substr(0, length));
      return 0;
    }
  }
  const std::size_t sign = clock.find_last_of("+-");
  if (sign == std::string_view::npos) return std::nullopt;
  std::string digits(clock.substr(sign + 1));
  if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
  if (digits.size() == 1) digits.insert(0, 1, '0');
  if (digits.size() == 2) digits += "00";
  if (digits.size() != 4) return std::nullopt;
  const auto hours = number_between(digits.substr(0, 2), 0, 15);
  const auto minutes = number_between(digits.substr(2), 0, 59);
  if (!hours || !minutes) return std::nullopt;
  const double offset_s = (*hours * 60 + *minutes) * 60;
  const bool is_west = clock[sign] == '-';
  clock = trim(clock.substr(0, sign));
  const bool has_name = ends_with(clock, "UTC") || ends_with(clock, "GMT");  // UTC+02:00
  if (has_name) clock = trim(clock.substr(0, clock.size() - 3));
  return is_west ? -offset_s : offset_s;
}

// Takes an abbreviation of a zone off the end of a clock. Those of the tz database; many are shared by several zones.
bool take_unclear_zone(std::string_view& clock) {
  constexpr std::string_view kZones =
      " ACDT ACST ADT AEDT AEST AKDT AKST AST AWST BRT BST CAT CDT CEST CET CST CT ChST EAT EDT EEST EET EST ET HDT "
      "HKT HST ICT IDT IST JST KST MDT MEST MESZ MET MEZ MSK MST MT NDT NST NZDT NZST PDT PHT PKT PST PT SAST SGT SST "
      "WAT WEST WET WIB WIT WITA ";
  const std::size_t gap = clock.find_last_of(' ');
  if (gap == std::string_view::npos) return false;
  const std::string name = " " + std::string(clock.substr(gap + 1)) + " ";
  if (name.size() < 4 || kZones.find(name) == std::string_view::npos) return false;
  clock = trim(clock.substr(0, gap));
  return true;
}

std::string_view without_brackets(std::string_view text) {
  text = trim(text);
  const bool has = text.size() > 2 && text.front() == '[' && text.back() == ']';
  return has ? trim(text.substr(1, text.size() - 2)) : text;
}

WrittenTime unread(TimeProblem problem, std::string_view text) {
  return {std::nullopt, problem, std::string(text)};
}

WrittenTime read_calendar_time(std::string_view text) {
  const auto date = take_date(text);
  if (!date) return unread(TimeProblem::other, text);
  const bool is_date_alone = date->rest.empty() && date->midnight_s && text[4] == '-';
  if (is_date_alone) return {Timestamp{*date->midnight_s, true}};
  std::string_view clock = date->rest;
  const auto zone_s = take_zone(clock);
  const bool has_unclear_zone = !zone_s && take_unclear_zone(clock);
  const auto clock_s = clock_seconds(clock);
  if (!clock_s) return unread(TimeProblem::other, text);
  if (!date->midnight_s) return unread(TimeProblem::no_year, text);
  if (has_unclear_zone) return unread(TimeProblem::unclear_zone, text);
  const double of_day_s = *clock_s - zone_s.value_or(0);
  const Timestamp stamp{*date->midnight_s + of_day_s, !zone_s, date->order, date->day_first_s + of_day_s};
  return {stamp, TimeProblem::none, is_open(date->order) ? std::string(text) : ""};
}

}  // namespace

std::optional<double> number_of_time(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || comma < 4) return to_double(text);
  std::string number(text);
  number[comma] = '.';
  return to_double(number);
}

WrittenTime read_time(std::string_view text) {
  text = without_brackets(text);
  if (text.empty()) return {};
  const auto number = number_of_time(text);
  if (!number) return read_calendar_time(text);
  const auto seconds = seconds_of(*number);
  return seconds ? WrittenTime{Timestamp{*seconds}} : unread(TimeProblem::other, text);
}

bool has_clock(std::string_view text) {
  for (std::size_t i = 1; i + 2 < text.size(); ++i) {
    if (text[i] == ':' && is_digit(text[i - 1]) && is_digit(text[i + 1]) && is_digit(text[i + 2])) return true;
  }
  return false;
}

std::optional<Timestamp> read_timestamp(std::string_view text) {
  const auto stamp = read_time(text).stamp;
  return stamp && stamp->order != DateOrder::either ? stamp : std::nullopt;
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
