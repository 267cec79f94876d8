// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline {

namespace {

struct Unit {
  std::string_view suffix;
  double factor;
};

constexpr Unit kScales[] = {
    {"", 1},     {"k", 1e3},     {"K", 1e3},        {"M", 1e6},           {"G", 1e9},
    {"T", 1e12}, {"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"Ti", 1099511627776.0}};
constexpr Unit kDurations[] = {{"", 1e9},   {"ns", 1},     {"us", 1e3},   {"ms", 1e6},   {"s", 1e9},
                               {"m", 6e10}, {"min", 6e10}, {"h", 3.6e12}, {"d", 8.64e13}};

template <std::size_t N>
std::optional<double> scaled(std::string_view text, const Unit (&units)[N]) {
  std::size_t end = text.size();
  while (end > 0 && (text[end - 1] < '0' || text[end - 1] > '9') && text[end - 1] != '.') --end;
  const auto number = to_double(text.substr(0, end));
  if (!number || *number < 0) return std::nullopt;
  for (const Unit& unit : units) {
    if (unit.suffix == text.substr(end)) return *number * unit.factor;
  }
  return std::nullopt;
}

// The parts of 1h30m, each with its unit: 1h, then 30m.
std::optional<double> sum_of_durations(std::string_view text) {
  if (const auto one_part = scaled(text, kDurations)) return one_part;
  double sum = 0, last = std::numeric_limits<double>::infinity();
  while (!text.empty()) {
    const auto unit = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto end = std::min(text.find_first_of("0123456789.", unit), text.size());
    const auto part = scaled(text.substr(0, end), kDurations);
    const auto unit_ns = scaled("1" + std::string(text.substr(unit, end - unit)), kDurations);
    if (!part || unit == end || *unit_ns >= last) return std::nullopt;
    sum += *part;
    last = *unit_ns;
    text.remove_prefix(end);
  }
  return std::isinf(last) ? std::nullopt : std::optional(sum);
}

std::string_view without_suffix(std::string_view text, std::string_view suffix) {
  if (text.size() > suffix.size() && ends_with(text, suffix)) text.remove_suffix(suffix.size());
  return text;
}

std::int64_t checked(std::optional<double> value, std::string_view text, const char* expected) {
  constexpr double kMax = 9e18;  // below 2^63
  if (!value || *value > kMax) {
    throw usage_error("'" + std::string(text) + "': not " + expected);
  }
  return std::llround(*value);
}

}  // namespace

std::int64_t parse_frequency_hz(std::string_view text) {
  return checked(scaled(without_suffix(text, "Hz"), kScales), text,
                 "a frequency such as 1.2G, 900M, 1190400k or 665600000 (Hz)");
}

std::int64_t parse_duration_ns(std::string_view text) {
  return checked(sum_of_durations(text), text, "a duration such as 100ms, 15s, 10m or 1h30m");
}

std::int64_t parse_size_b(std::string_view text) {
  return checked(scaled(without_suffix(text, "B"), kScales), text, "a size such as 100k, 2G or 2Gi (bytes)");
}

std::string format_frequency(std::int64_t hz) {
  if (hz != 0 && hz % 1000 == 0) return std::to_string(hz / 1000) + "k";
  return std::to_string(hz);
}

std::int64_t to_nanoseconds(double seconds) {
  return std::llround(seconds * kNanosecondsPerSecond);
}

}  // namespace wattline
