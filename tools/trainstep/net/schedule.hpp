// SPDX-License-Identifier: Apache-2.0
// How Ultralytics trains by default (release 8, optimizer=auto): which optimizer, and how learning rate, momentum and
// the number of minibatches per update change in a run.
#pragma once
#include <cstdint>

#include "trainstep/net/optimizer_options.hpp"

namespace wattline::trainstep {

struct UltralyticsRun {
  std::int64_t samples = 0, batch = 16, epochs = 1, classes = 80;
};

// Of one minibatch.
struct StepPlan {
  double learning_rate, momentum;
  std::int64_t accumulate;  // gradients of so many minibatches are summed up before an update
};

class UltralyticsSchedule {
 public:
  explicit UltralyticsSchedule(const UltralyticsRun& run);
  // AdamW for runs of up to 10,000 updates, otherwise SGD with Nesterov's momentum.
  bool uses_adamw() const { return adamw_; }
  double learning_rate() const { return learning_rate_; }
  double momentum() const { return kBeta1; }  // of AdamW; that of SGD follows the plan
  double weight_decay() const { return weight_decay_; }
  double clip() const { return 10; }
  StepPlan at(std::int64_t minibatch) const;

 private:
  double decayed(std::int64_t minibatch) const;
  UltralyticsRun run_;
  std::int64_t per_epoch_, warmup_;  // minibatches
  bool adamw_;
  double learning_rate_, weight_decay_;
};

}  // namespace wattline::trainstep
