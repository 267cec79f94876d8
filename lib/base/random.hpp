// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers that are the same with every compiler and library (with std distributions they differ).
#pragma once
#include <cmath>
#include <cstdint>

namespace wattline {

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): neighbouring inputs give unrelated outputs.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// A seed for one item out of many: streams of different (seed, a, b) are independent of each other.
constexpr std::uint64_t mix64(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
  return mix64(mix64(mix64(seed) ^ a) ^ b);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const std::uint64_t value = mix64(state_);
    state_ += 0x9e3779b97f4a7c15U;
    return value;
  }
  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // In 0 .. n-1, n > 0, all equally often: numbers that would favour the low ones are drawn again (Lemire, Fast Random
  // Integer Generation in an Interval, 2019).
  std::uint64_t below(std::uint64_t n) {
    constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
    if (n >= kWord) return below_by_remainder(n);
    std::uint64_t product = (next() >> 32) * n;
    while (product % kWord < n && product % kWord < kWord % n) product = (next() >> 32) * n;
    return product >> 32;
  }
  bool coin() { return next() >> 63 != 0; }
  // Standard normal (Box and Muller).
  double normal() {
    constexpr double kTwoPi = 6.283185307179586;
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(kTwoPi * uniform());
  }

 private:
  std::uint64_t below_by_remainder(std::uint64_t n) {
    const std::uint64_t surplus = (0 - n) % n;  // 2^64 modulo n
    std::uint64_t value = next();
    while (value < surplus) value = next();
    return value % n;
  }
  std::uint64_t state_;
};

}  // namespace wattline
