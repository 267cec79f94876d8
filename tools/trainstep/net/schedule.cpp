// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

// The names of Ultralytics' settings: nbs, weight_decay, lrf, warmup_epochs, warmup_momentum, momentum.
constexpr std::int64_t kNominalBatch = 64;
constexpr double kWeightDecay = 0.0005, kLastShare = 0.01;
constexpr double kWarmupEpochs = 3, kWarmupMomentum = 0.8, kMomentum = 0.937;
constexpr std::int64_t kLeastWarmup = 100, kMostAdamW = 10'000;

std::int64_t rounded_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Halves go to even, as in Python.
std::int64_t rounded(double value) {
  return static_cast<std::int64_t>(std::nearbyint(value));
}

double between(double share, double from, double to) {
  return from + (to - from) * share;
}

}  // namespace

UltralyticsSchedule::UltralyticsSchedule(const UltralyticsRun& run)
    : run_(run), per_epoch_(std::max<std::int64_t>(1, rounded_up(run.samples, run.batch))) {
  warmup_ = std::max(rounded(kWarmupEpochs * static_cast<double>(per_epoch_)), kLeastWarmup);
  adamw_ = rounded_up(run.samples, std::max(run.batch, kNominalBatch)) * run.epochs <= kMostAdamW;
  const double fit = 0.002 * 5 / (4 + static_cast<double>(run.classes));
  learning_rate_ = adamw_ ? std::nearbyint(fit * 1e6) / 1e6 : 0.01;
  const double batch = static_cast<double>(run.batch);
  const std::int64_t accumulate = std::max<std::int64_t>(1, rounded(kNominalBatch / batch));
  weight_decay_ = kWeightDecay * batch * static_cast<double>(accumulate) / kNominalBatch;
}

// Falls from epoch to epoch along a line.
double UltralyticsSchedule::decayed(std::int64_t minibatch) const {
  const double done = static_cast<double>(minibatch / per_epoch_) / static_cast<double>(run_.epochs);
  return learning_rate_ * (std::max(1 - done, 0.0) * (1 - kLastShare) + kLastShare);
}

StepPlan UltralyticsSchedule::at(std::int64_t minibatch) const {
  const double warm = std::min(1.0, static_cast<double>(minibatch) / static_cast<double>(warmup_));
  const double most = kNominalBatch / static_cast<double>(run_.batch);
  return {between(warm, 0, decayed(minibatch)), between(warm, kWarmupMomentum, kMomentum),
          std::max<std::int64_t>(1, rounded(between(warm, 1, most)))};
}

}  // namespace wattline::trainstep
