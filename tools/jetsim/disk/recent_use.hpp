// SPDX-License-Identifier: Apache-2.0
// Which parts of which files the page cache holds, as far as the one who filled it can know, in the order of their last
// known use: the last read from the medium, or the last opening or closing of the file. Reads that the page cache
// serves are not seen.
#pragma once
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>

namespace wattline::jetsim {

class RecentUse {
 public:
  static constexpr std::uint64_t kChunk_b = 1 << 20;

  struct Chunk {
    std::uint64_t file = 0, index = 0;  // of kChunk_b bytes
    std::uint64_t bytes = 0;            // at most this much of it is cached
  };

  // These bytes were read from the medium, and are cached now.
  void read(std::uint64_t file, std::uint64_t offset, std::uint64_t bytes);
  // The file was opened or closed.
  void use(std::uint64_t file);
  // Nothing of the file is cached any more.
  void forget(std::uint64_t file);

  // Never less than what is cached.
  std::uint64_t bytes() const { return bytes_; }
  std::size_t chunks() const { return order_.size(); }
  // Takes out the chunk whose last known use is the longest ago.
  std::optional<Chunk> take_oldest();
  // What could not be evicted, as just used.
  void put_back(const Chunk& chunk);

 private:
  using Order = std::list<Chunk>;  // oldest first
  void add(std::uint64_t file, std::uint64_t index, std::uint64_t bytes);
  Order order_;
  std::unordered_map<std::uint64_t, std::map<std::uint64_t, Order::iterator>> files_;
  std::uint64_t bytes_ = 0;
};

}  // namespace wattline::jetsim
