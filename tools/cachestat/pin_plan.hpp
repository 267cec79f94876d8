// SPDX-License-Identifier: Apache-2.0
// Which files to hold: those whose seeded hash of the name is smallest, so that the choice does not depend on the
// order of the walk, on what is cached, or on the run, and a larger pin contains a smaller one.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wattline::cachestat {

// Of the file's name below its operand. FNV-1a, then the finaliser of splitmix64.
std::uint64_t name_hash(std::string_view name, std::uint64_t seed);

// A file that may be pinned.
struct PinCandidate {
  std::uint64_t hash, size_b;
};

// Files with first <= hash <= last, for one holder process.
struct Slice {
  std::uint64_t first = 0, last = 0;
  std::uint64_t last_b = 0;  // of the file whose hash is `last`: the pin may end within it
};

struct Plan {
  std::vector<Slice> slices;
  std::uint64_t files = 0, bytes = 0;
  std::uint64_t memory_b = 0;  // whole pages: small files take more than their bytes
};

// Smallest hashes first until `wanted_b` is reached, at most `max_files` in a slice.
Plan plan_pin(std::vector<PinCandidate> candidates, std::uint64_t wanted_b, std::uint64_t max_files);

}  // namespace wattline::cachestat
