// SPDX-License-Identifier: Apache-2.0
#include "page_cache/seen_inodes.hpp"

namespace wattline::page_cache {

// Fibonacci hashing: neighbouring inode blocks spread over the table.
std::size_t SeenInodes::Hash::operator()(const Block& block) const {
  return static_cast<std::size_t>((block.number + (block.device << 40)) * 0x9E3779B97F4A7C15U);
}

bool SeenInodes::insert(std::uint64_t device, std::uint64_t inode) {
  std::uint64_t& bits = blocks_[{device, inode / 64}];
  const std::uint64_t bit = std::uint64_t{1} << inode % 64;
  const bool first = (bits & bit) == 0;
  bits |= bit;
  return first;
}

}  // namespace wattline::page_cache
