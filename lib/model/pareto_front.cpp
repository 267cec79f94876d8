// SPDX-License-Identifier: Apache-2.0
#include "model/pareto_front.hpp"

#include <algorithm>
#include <cmath>
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

// The line through the ends falls by `fall` while the first cost rises by `rise`; the sum is constant along it.
Costs knee_weights(const std::vector<Costs>& points, const std::vector<std::size_t>& front) {
  const Costs &first = points[front.front()], &last = points[front.back()];
  const double rise = std::log(last.first / first.first), fall = std::log(first.second / last.second);
  return {2 * fall / (rise + fall), 2 * rise / (rise + fall)};
}

std::size_t knee(const std::vector<Costs>& points, const std::vector<std::size_t>& front) {
  if (front.size() == 1) return front.front();
  const Costs weights = knee_weights(points, front);
  const auto sum = [&](std::size_t i) {
    return weights.first * std::log(points[i].first) + weights.second * std::log(points[i].second);
  };
  return *std::min_element(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return sum(a) < sum(b); });
}

}  // namespace wattline::model
