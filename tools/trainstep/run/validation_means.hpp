// SPDX-License-Identifier: Apache-2.0
// The result of a validation: means over samples, from those of minibatches.
#pragma once
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

class ValidationMeans {
 public:
  void add(const StepRecord& step) {
    const auto n = static_cast<double>(step.images);
    loss_ += n * step.loss;
    accuracy_pct_ += n * step.accuracy_pct;
    samples_ += n;
    step_ms_ += step.step_ms;
  }
  // Nothing without samples. Where no network computes there are no means.
  void enter_into(EpochRecord& epoch) const {
    if (samples_ == 0) return;
    epoch.validation_s = step_ms_ * 1e-3;
    epoch.validation_loss = loss_ / samples_;
    epoch.accuracy_pct = accuracy_pct_ / samples_;
  }

 private:
  double loss_ = 0, accuracy_pct_ = 0, samples_ = 0, step_ms_ = 0;
};

}  // namespace wattline::trainstep
