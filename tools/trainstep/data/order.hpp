// SPDX-License-Identifier: Apache-2.0
// In which order an epoch visits the samples.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

namespace wattline::trainstep {

struct Order {
  std::size_t size = 0;
  std::function<std::size_t(std::size_t position)> sample;
};

Order sequential_order(std::size_t size);
// A random order that needs no memory, however large the set: a Feistel network over the next power of four, walked
// until it lands inside (Black and Rogaway 2002, "Ciphers with arbitrary finite domains").
Order shuffled_order(std::size_t size, std::uint64_t seed);

}  // namespace wattline::trainstep
