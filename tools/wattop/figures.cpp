// SPDX-License-Identifier: Apache-2.0
#include "wattop/figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

namespace wattline::wattop {

std::string figure(double value, int decimals, int width) {
  return std::isfinite(value) ? fmt::format("{:{}.{}f}", value, width, decimals) : fmt::format("{:>{}}", "NA", width);
}

std::string figure(const std::optional<double>& value, int decimals, int width) {
  return figure(value.value_or(NAN), decimals, width);
}

std::string gibibytes(double bytes) {
  constexpr double kPerGiB = 1.0 / (1024.0 * 1024.0 * 1024.0);
  return figure(bytes * kPerGiB, 1) + " GiB";
}

std::string clock_text(double time_s) {
  if (!(time_s > 0)) return "NA";
  const auto seconds = static_cast<std::time_t>(time_s);
  std::tm local{};
  ::localtime_r(&seconds, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

std::string duration_text(double seconds) {
  constexpr long long kMinute = 60, kHour = 3600;
  const auto whole = static_cast<long long>(seconds);
  if (whole < kHour) return fmt::format("{}:{:02}", whole / kMinute, whole % kMinute);
  return fmt::format("{}:{:02}:{:02}", whole / kHour, whole % kHour / kMinute, whole % kMinute);
}

}  // namespace wattline::wattop
