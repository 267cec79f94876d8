// SPDX-License-Identifier: Apache-2.0
// Randomness without a state: the same arguments give the same number, on every machine.
#pragma once
#include <cstdint>
#include <string_view>

namespace wattline::jetsim {

// In [-0.5, 0.5) (splitmix64).
inline double hashed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15U * (a + 1) + 0xbf58476d1ce4e5b9U * (b + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) / 9007199254740992.0 - 0.5;
}

// FNV-1a
inline std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace wattline::jetsim
