// SPDX-License-Identifier: Apache-2.0
#include "model/prediction_error.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/statistics.hpp"

namespace wattline::model {

Score score(const std::vector<Pair>& pairs) {
  if (pairs.empty()) throw data_error("score: no mode is both predicted and in the truth");
  std::vector<double> errors;
  Score score;
  for (const Pair& pair : pairs) {
    const double error = 100 * (pair.predicted / pair.observed - 1);
    errors.push_back(std::fabs(error));
    score.mean_pct += errors.back() / double(pairs.size());
    score.bias_pct += error / double(pairs.size());
  }
  score.count = pairs.size();
  score.median_pct = quantile(errors, 0.5).value_or(0);
  score.p95_pct = quantile(errors, 0.95).value_or(0);
  score.worst_pct = quantile(errors, 1).value_or(0);
  return score;
}

}  // namespace wattline::model
