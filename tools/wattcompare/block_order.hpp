// SPDX-License-Identifier: Apache-2.0
// In which order the commands of a block run.
#pragma once
#include <cstdint>
#include <vector>

namespace wattline::wattcompare {

// The commands, 1 to `commands`, of block 1, 2 ... Each odd block has a random order, and the block after it the
// reverse, as in ABBA: over both blocks every command comes equally late, so that a steady drift meets all alike.
std::vector<std::int64_t> block_order(std::int64_t commands, std::int64_t block, std::uint64_t seed);

}  // namespace wattline::wattcompare
