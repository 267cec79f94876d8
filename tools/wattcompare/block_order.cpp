// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/block_order.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"

namespace wattline::wattcompare {

std::vector<std::int64_t> block_order(std::int64_t commands, std::int64_t block, std::uint64_t seed) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(commands));
  std::iota(order.begin(), order.end(), 1);
  Random random(mix64(seed, static_cast<std::uint64_t>((block + 1) / 2)));
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  if (block % 2 == 0) std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace wattline::wattcompare
