// SPDX-License-Identifier: Apache-2.0
#include "model/mix.hpp"

#include <algorithm>

namespace wattline::model {

namespace {

// Whether b lies on the line from a to c or above it.
bool is_above(const Costs& a, const Costs& b, const Costs& c) {
  return (b.first - a.first) * (c.second - a.second) <= (b.second - a.second) * (c.first - a.first);
}

}  // namespace

std::vector<std::size_t> lower_hull(const std::vector<Costs>& points) {
  std::vector<std::size_t> hull;
  for (const std::size_t i : pareto_front(points)) {
    while (hull.size() > 1 && is_above(points[hull[hull.size() - 2]], points[hull.back()], points[i])) hull.pop_back();
    hull.push_back(i);
  }
  return hull;
}

std::optional<Mix> best_mix(const std::vector<Costs>& points, double limit) {
  const std::vector<std::size_t> hull = lower_hull(points);
  if (hull.empty()) return std::nullopt;
  const auto above = std::find_if(hull.begin(), hull.end(), [&](std::size_t i) { return points[i].first > limit; });
  if (above == hull.begin()) return Mix{*above, *above, 0, points[*above].second, 0, false};
  const std::size_t first = *std::prev(above);
  const Costs& a = points[first];
  if (above == hull.end()) return Mix{first, first, 0, a.second, 0, true};
  const Costs& b = points[*above];
  const double share = (limit - a.first) / (b.first - a.first), price = (a.second - b.second) / (b.first - a.first);
  return Mix{first, *above, share, a.second + share * (b.second - a.second), price, true};
}

double Mix::share_of(double limited, const std::vector<Costs>& points, double limit) const {
  const double other = points[limited > limit ? first : second].first;
  const double used = limited - other, rest = limit - other;
  const bool alone = limited <= limit && other <= limit;
  return alone || used == 0 ? 1 : std::clamp(rest / used, 0.0, 1.0);
}

}  // namespace wattline::model
