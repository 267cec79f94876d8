// SPDX-License-Identifier: Apache-2.0
// How far predictions are from the truth.
#pragma once
#include <vector>

namespace wattline::model {

// Absolute percentage errors: mean (MAPE), median, 95th percentile, largest; and the mean signed error.
struct Score {
  std::size_t count = 0;
  double mean_pct = 0, median_pct = 0, p95_pct = 0, worst_pct = 0, bias_pct = 0;
};

struct Pair {
  double predicted = 0, observed = 0;
};

// Throws a data error when there is nothing to compare.
Score score(const std::vector<Pair>& pairs);

}  // namespace wattline::model
