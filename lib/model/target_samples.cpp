// SPDX-License-Identifier: Apache-2.0
#include "model/target_samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wattline::model {

namespace {

// Geometric mean of the runs of each batch size; infinite when one of them did not reach the target.
TargetSamples means_of(const std::vector<TargetRun>& runs) {
  std::map<std::int64_t, std::vector<double>> logs;
  for (const TargetRun& run : runs) {
    logs[run.batch].push_back(run.samples ? std::log(*run.samples) : HUGE_VAL);
  }
  TargetSamples means;
  for (const auto& [batch, of_batch] : logs) {
    double sum = 0;
    for (const double value : of_batch) sum += value;
    means[batch] = std::exp(sum / static_cast<double>(of_batch.size()));
  }
  return means;
}

struct Line {
  double at_zero = 0, slope = 0;
};

// Least squares of the relative errors: of (at_zero + slope * x) / y - 1.
Line fit(const TargetSamples& points) {
  double uu = 0, uv = 0, vv = 0, u = 0, v = 0;
  for (const auto& [batch, samples] : points) {
    const double a = 1 / samples, b = static_cast<double>(batch) / samples;
    uu += a * a, uv += a * b, vv += b * b, u += a, v += b;
  }
  const double determinant = uu * vv - uv * uv;
  const Line both{(u * vv - v * uv) / determinant, (v * uu - u * uv) / determinant};
  if (both.slope < 0) return {u / uu, 0};
  return both.at_zero < 0 ? Line{0, v / vv} : both;
}

}  // namespace

TargetSamples target_samples(const std::vector<TargetRun>& runs, const std::vector<std::int64_t>& batches) {
  TargetSamples reached;
  std::int64_t failed = std::numeric_limits<std::int64_t>::max();  // the smallest batch size that did not reach it
  for (const auto& [batch, samples] : means_of(runs)) {
    if (std::isfinite(samples)) {
      reached[batch] = samples;
    } else {
      failed = std::min(failed, batch);
    }
  }
  const bool has_line = reached.size() > 1;
  const Line line = has_line ? fit(reached) : Line();
  TargetSamples all;
  for (const std::int64_t batch : batches) {
    const auto measured = reached.find(batch);
    if (measured != reached.end()) {
      all[batch] = measured->second;
    } else if (has_line && batch < failed) {
      all[batch] = line.at_zero + line.slope * static_cast<double>(batch);
    }
  }
  return all;
}

}  // namespace wattline::model
