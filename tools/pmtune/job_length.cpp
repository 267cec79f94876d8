// SPDX-License-Identifier: Apache-2.0
#include "pmtune/job_length.hpp"

#include <algorithm>

namespace wattline::pmtune {

namespace {

constexpr double kAtLeastMs = 600e3;

}  // namespace

void JobLength::add(const StepTiming& step) {
  if (first_epoch_ < 0) first_epoch_ = step.epoch;
  if (!per_epoch_ && step.epoch > first_epoch_) per_epoch_ = done_;
  done_ += step.steps;
  if (step.ms > 0) mean_ms_ += (step.ms - mean_ms_) / std::min(done_, 100.0);
}

std::optional<double> JobLength::known_left() const {
  std::optional<double> total = steps_;
  if (epochs_ && per_epoch_) total = *epochs_ * *per_epoch_;
  if (total) return std::max(*total - done_, 1.0);
  if (shown_left_) return std::max(*shown_left_, 1.0);
  return std::nullopt;
}

bool JobLength::is_known() const {
  return known_left().has_value();
}

double JobLength::left() const {
  return known_left().value_or(std::max(done_, mean_ms_ > 0 ? kAtLeastMs / mean_ms_ : 1));
}

}  // namespace wattline::pmtune
