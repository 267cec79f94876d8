// SPDX-License-Identifier: Apache-2.0
// Which files and directories have been seen already.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace wattline::page_cache {

// (device, inode) pairs, one bit each where inode numbers are dense.
class SeenInodes {
 public:
  // False when it was there already.
  bool insert(std::uint64_t device, std::uint64_t inode);

 private:
  struct Block {
    std::uint64_t device, number;
    bool operator==(const Block& other) const { return device == other.device && number == other.number; }
  };
  struct Hash {
    std::size_t operator()(const Block& block) const;
  };
  std::unordered_map<Block, std::uint64_t, Hash> blocks_;
};

}  // namespace wattline::page_cache
