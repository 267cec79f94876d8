// SPDX-License-Identifier: Apache-2.0
// The best mix of two choices: a part of the work is done with the one and the rest with the other, so that what is
// limited is used up and the cost is least. Such a mix lies on the lower convex hull of both.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "model/pareto_front.hpp"

namespace wattline::model {

struct Mix {
  std::size_t first = 0, second = 0;  // indices; the first takes less of what is limited; equal: one choice is best
  double second_share = 0;            // of the work
  double cost = 0;                    // of a piece of work
  double price = 0;                   // by how much the cost falls if the limit rises by one
  bool kept = true;                   // false: not even the first one keeps the limit
  // The share of the work that another choice, which takes so much of what is limited, would get in a mix with one of
  // these.
  double share_of(double limited, const std::vector<Costs>& points, double limit) const;
};

// The indices of the points below which no mix of others lies, ascending in the first cost and descending in the
// second.
std::vector<std::size_t> lower_hull(const std::vector<Costs>& points);

// Of points whose first cost is limited in the mean of all work, and whose second cost should be least. Empty without
// points.
std::optional<Mix> best_mix(const std::vector<Costs>& points, double limit);

}  // namespace wattline::model
