// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/learning_rate.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

constexpr double kWarmupStart = 0.01;  // as in torchvision's reference scripts
constexpr double kStepFactor = 0.1;
constexpr std::int64_t kSteps = 3;  // 30 of 90 epochs, as the networks of ImageNet are trained

double warmup_factor(const RateOptions& options, std::int64_t update) {
  return kWarmupStart + (1 - kWarmupStart) * static_cast<double>(update) / static_cast<double>(options.warmup);
}

// In the update of that number after the warm-up, which has `updates` behind it.
double scheduled_factor(RateSchedule schedule, std::int64_t update, std::int64_t updates) {
  if (schedule == RateSchedule::step) {
    const std::int64_t size = (updates + kSteps - 1) / kSteps;
    return std::pow(kStepFactor, static_cast<double>(std::min(update / size, kSteps - 1)));
  }
  if (schedule == RateSchedule::cosine) {
    const double share = static_cast<double>(std::min(update, updates)) / static_cast<double>(updates);
    return (1 + std::cos(M_PI * share)) / 2;
  }
  return 1;
}

}  // namespace

std::string in_words(const RateOptions& options) {
  std::string words = to_string(options.schedule);
  if (options.warmup > 0) words += ", warm-up of " + std::to_string(options.warmup) + " updates";
  if (options.schedule == RateSchedule::constant) return words;
  return words + ", " + std::to_string(options.updates) + " updates";
}

double rate_factor(const RateOptions& options, std::int64_t update) {
  if (update < options.warmup) return warmup_factor(options, update);
  return scheduled_factor(options.schedule, update - options.warmup,
                          std::max<std::int64_t>(1, options.updates - options.warmup));
}

}  // namespace wattline::trainstep
