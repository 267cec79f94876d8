// SPDX-License-Identifier: Apache-2.0
// Quantities with units as users type them. k, M, G, T are decimal; Ki, Mi, Gi, Ti binary.
// All parsers throw a usage error that names the text and what was expected.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace wattline {

// "1.2G" -> 1200000000; no unit = Hz, "Hz" may follow.
std::int64_t parse_frequency_hz(std::string_view text);
// "100ms", "15s", "10m", "2h", "250us", "1d"; no unit = seconds. Result in nanoseconds, never negative.
std::int64_t parse_duration_ns(std::string_view text);
// "100k", "2Gi", "4096", "2GB" -> bytes.
std::int64_t parse_size_b(std::string_view text);

// The shortest of "905250k", "1300500000" and the like that is exact: an integer with k, or none.
std::string format_frequency(std::int64_t hz);

constexpr std::int64_t kSecondNs = 1'000'000'000, kMillisecondNs = 1'000'000;
constexpr double kNanosecondsPerSecond = 1e9, kNsPerMs = 1e6;
inline double to_seconds(std::int64_t ns) {
  return static_cast<double>(ns) / kNanosecondsPerSecond;
}
std::int64_t to_nanoseconds(double seconds);

}  // namespace wattline
