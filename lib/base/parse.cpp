// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace wattline {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

// Takes digits off the front of [at, end) and puts them behind those of `number`; returns where they end.
const char* take_digits(const char* at, const char* end, std::uint64_t& number) {
  for (; at != end; ++at) {
    const unsigned digit = static_cast<unsigned>(*at) - '0';  // anything else is far above 9
    if (digit > 9) break;
    number = number * 10 + digit;
  }
  return at;
}

// Why numbers are parsed here: GCC has std::from_chars for double from 11 on, and JetPack 5 (Ubuntu 20.04) ships 9;
// strtod, which is left for long numbers, follows the locale and takes several times as long.
//
// Up to 2^53 the digits are exact in a double, so that one division by a power of ten rounds correctly.
std::optional<double> short_decimal(std::string_view text) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                       1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  constexpr std::ptrdiff_t kMostDigits = 18;
  const char* const end = text.data() + text.size();
  const char* const start = text.data() + (text[0] == '-' ? 1 : 0);
  std::uint64_t digits = 0;
  const char* const point = take_digits(start, end, digits);
  const char* stop = point;
  if (point != end && *point == '.') stop = take_digits(point + 1, end, digits);
  const std::ptrdiff_t decimals = stop == point ? 0 : stop - point - 1;
  const std::ptrdiff_t count = point - start + decimals;
  if (stop != end || count == 0 || count > kMostDigits || digits > kExact) return std::nullopt;
  const double value = static_cast<double>(digits) / kPowers[decimals];
  return text[0] == '-' ? -value : value;
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> split_blanks(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && is_blank(text[i])) ++i;
    const std::size_t start = i;
    while (i < text.size() && !is_blank(text[i])) ++i;
    if (i > start) parts.push_back(text.substr(start, i - start));
  }
  return parts;
}

std::optional<std::int64_t> to_int64(std::string_view text) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return value;
}

std::optional<double> to_double(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (const auto value = short_decimal(text)) return value;
  for (const char c : text) {
    if (!is_digit(c) && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') return std::nullopt;
  }
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::vector<int>> parse_cpu_list(std::string_view text) {
  constexpr std::int64_t kMaxCpu = 8191;  // NR_CPUS of any kernel we could meet
  std::vector<int> cpus;
  text = trim(text);
  if (text.empty()) return cpus;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = to_int64(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : to_int64(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last > kMaxCpu) return std::nullopt;
    for (std::int64_t cpu = *first; cpu <= *last; ++cpu) cpus.push_back(static_cast<int>(cpu));
  }
  return cpus;
}

std::string format_cpu_list(const std::vector<int>& cpus) {
  std::string text;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i;
    while (end + 1 < cpus.size() && cpus[end + 1] == cpus[end] + 1) ++end;
    if (!text.empty()) text += ',';
    text += std::to_string(cpus[i]);
    if (end > i) text += '-' + std::to_string(cpus[end]);
    i = end + 1;
  }
  return text;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += separator;
    text += parts[i];
  }
  return text;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  for (const std::string& candidate : candidates) {
    if (!name.empty() && candidate.compare(0, name.size(), name) == 0) return candidate;
  }
  std::string best;
  std::size_t best_distance = 1 + name.size() / 3;
  for (const std::string& candidate : candidates) {
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : name) {
      std::size_t diagonal = row[0]++;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t substitute = diagonal + (letter == candidate[j] ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({substitute, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() <= best_distance) {
      best_distance = row.back() == 0 ? 0 : row.back() - 1;
      best = candidate;
    }
  }
  return best;
}

}  // namespace wattline
