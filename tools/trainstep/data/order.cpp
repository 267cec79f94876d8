// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/order.hpp"

#include "base/random.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::uint64_t kRounds = 6;

// Bits of each half so that both together number at least `size` values.
unsigned half_bits(std::size_t size) {
  unsigned bits = 1;
  while ((std::size_t{1} << (2 * bits)) < size) ++bits;
  return bits;
}

std::size_t permuted(std::size_t value, unsigned bits, std::uint64_t seed) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::uint64_t left = value >> bits, right = value & mask;
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    const std::uint64_t next = left ^ (mix64(seed, round, right) & mask);
    left = right;
    right = next;
  }
  return left << bits | right;
}

}  // namespace

Order sequential_order(std::size_t size) {
  return {size, [](std::size_t position) { return position; }};
}

Order shuffled_order(std::size_t size, std::uint64_t seed) {
  return {size, [size, seed, bits = half_bits(size)](std::size_t position) {
            do position = permuted(position, bits, seed);
            while (position >= size);
            return position;
          }};
}

}  // namespace wattline::trainstep
