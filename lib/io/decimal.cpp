// SPDX-License-Identifier: Apache-2.0
#include "io/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace wattline::io {

namespace {

constexpr double kPowersOfTen[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
constexpr int kMostDecimals = static_cast<int>(std::size(kPowersOfTen)) - 1;

// Digits of value * 10^decimals, when no doubt is left which way it rounds; else -1. Printing through fmt costs ten
// times as much.
std::int64_t exact_digits(double value, int decimals) {
  constexpr double kLargest = 1e12, kDoubt = 1e-3;  // the product is off by far less than kDoubt below kLargest
  if (decimals < 0 || decimals > kMostDecimals) return -1;
  const double scaled = std::fabs(value) * kPowersOfTen[decimals];
  if (!(scaled < kLargest)) return -1;
  const auto whole = static_cast<std::int64_t>(scaled);
  const double rest = scaled - static_cast<double>(whole);
  if (std::fabs(rest - 0.5) < kDoubt) return -1;
  return rest > 0.5 ? whole + 1 : whole;
}

void append_digits(std::string& target, std::uint64_t digits, int decimals) {
  char text[32];
  char* at = std::end(text);
  for (int i = 0; i < decimals; ++i, digits /= 10) *--at = static_cast<char>('0' + digits % 10);
  if (decimals > 0) *--at = '.';
  do {
    *--at = static_cast<char>('0' + digits % 10);
    digits /= 10;
  } while (digits > 0);
  target.append(at, static_cast<std::size_t>(std::end(text) - at));
}

}  // namespace

void append_number(std::string& target, double value, int decimals) {
  const std::int64_t digits = exact_digits(value, decimals);
  if (digits >= 0) {
    if (value < 0 && digits > 0) target += '-';
    append_digits(target, static_cast<std::uint64_t>(digits), decimals);
    return;
  }
  const std::size_t start = target.size();
  fmt::format_to(std::back_inserter(target), "{:.{}f}", value, decimals);
  if (target[start] == '-' && target.find_first_not_of("-0.", start) == std::string::npos) target.erase(start, 1);
}

void append_seconds(std::string& target, std::int64_t ns, int decimals) {
  decimals = std::min(decimals, kMostDecimals);
  const auto unit_ns = static_cast<std::int64_t>(kPowersOfTen[kMostDecimals - decimals]);
  const std::int64_t units = (std::abs(ns) + unit_ns / 2) / unit_ns;
  if (ns < 0 && units > 0) target += '-';
  append_digits(target, static_cast<std::uint64_t>(units), decimals);
}

void append_integer(std::string& target, std::int64_t value) {
  if (value < 0) target += '-';
  const auto digits = static_cast<std::uint64_t>(value);
  append_digits(target, value < 0 ? 0 - digits : digits, 0);
}

}  // namespace wattline::io
