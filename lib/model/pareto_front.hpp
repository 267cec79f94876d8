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

// The weights with which the sum of the logs of both costs is smallest at the knee of a front; their sum is 2. The
// front must have two points at least, and positive costs.
Costs knee_weights(const std::vector<Costs>& points, const std::vector<std::size_t>& front);
// The point of a front beyond which less of one cost takes more and more of the other: on log scales, the point
// farthest from the line through the two ends of the front, the first of equal ones. The front must not be empty, and
// its costs must be positive.
std::size_t knee(const std::vector<Costs>& points, const std::vector<std::size_t>& front);

}  // namespace wattline::model
