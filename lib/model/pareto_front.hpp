// SPDX-License-Identifier: Apache-2.0
// The choices that no other choice beats in both of two costs.
#pragma once
#include <cstddef>
#include <vector>

namespace wattline::model {

struct Costs {
  double first = 0, second = 0;
};

// Indices of the front, ascending in the first cost; of equal points the earliest is kept.
std::vector<std::size_t> pareto_front(const std::vector<Costs>& points);

}  // namespace wattline::model
