// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.hpp"

#include <ctime>

#include "base/parse.hpp"

namespace wattline {

namespace {

std::optional<double> make_time(std::int64_t year, std::int64_t month, std::int64_t day, std::string_view clock) {
  const auto parts = split(clock, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hour = to_int64(parts[0]);
  const auto minute = to_int64(parts[1]);
  const auto second = to_double(parts[2]);
  if (!hour || !minute || !second || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  std::tm local{};
  local.tm_year = static_cast<int>(year - 1900);
  local.tm_mon = static_cast<int>(month - 1);
  local.tm_mday = static_cast<int>(day);
  local.tm_hour = static_cast<int>(*hour);
  local.tm_min = static_cast<int>(*minute);
  local.tm_isdst = -1;
  const std::time_t minutes = std::mktime(&local);
  if (minutes == static_cast<std::time_t>(-1)) return std::nullopt;
  return static_cast<double>(minutes) + *second;
}

}  // namespace

std::optional<double> parse_timestamp(std::string_view text) {
  text = trim(text);
  if (const auto seconds = to_double(text)) return seconds;
  const std::size_t gap = text.find_first_of(" T");
  if (gap == std::string_view::npos) return std::nullopt;
  const auto date = split(text.substr(0, gap), '-');
  if (date.size() != 3) return std::nullopt;
  const auto a = to_int64(date[0]);
  const auto b = to_int64(date[1]);
  const auto c = to_int64(date[2]);
  if (!a || !b || !c) return std::nullopt;
  const std::string_view clock = trim(text.substr(gap + 1));
  return date[0].size() == 4 ? make_time(*a, *b, *c, clock) : make_time(*c, *a, *b, clock);
}

}  // namespace wattline
