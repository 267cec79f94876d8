// SPDX-License-Identifier: Apache-2.0
#include "model/candidate.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {

constexpr double kNoShare = 1e-9;

double normal_density(double u) {
  return std::exp(-0.5 * u * u) / std::sqrt(2 * M_PI);
}
double normal_share(double u) {
  return 0.5 * std::erfc(-u / std::sqrt(2.0));
}

}  // namespace

void Candidate::limit(double mean, double sd, double log_limit) {
  chance *= normal_share((log_limit - mean) / sd);
  excess = std::max(excess, mean - log_limit);
}

// Of a normal distribution that is cut off at the hardware bound.
double expected_improvement(const Candidate& c, double best) {
  if (c.bound >= best) return 0;
  const double u = (best - c.value) / c.value_sd;
  const double v = (c.bound - c.value) / c.value_sd;
  const double above_bound = normal_share(-v);
  if (above_bound < kNoShare) return c.chance * (best - c.bound);
  const double below_best = u * (normal_share(u) - normal_share(v)) + normal_density(u) - normal_density(v);
  return c.chance * c.value_sd * below_best / above_bound;
}

}  // namespace wattline::model
