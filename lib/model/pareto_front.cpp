// SPDX-License-Identifier: Apache-2.0
#include "model/pareto_front.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace wattline::model {

std::vector<std::size_t> pareto_front(const std::vector<Costs>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (points[a].first != points[b].first) return points[a].first < points[b].first;
    return points[a].second < points[b].second;
  });
  std::vector<std::size_t> front;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    if (points[i].second >= least) continue;
    least = points[i].second;
    front.push_back(i);
  }
  return front;
}

}  // namespace wattline::model
