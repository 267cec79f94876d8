// SPDX-License-Identifier: Apache-2.0
// What can be chosen of an optimizer.
#pragma once

namespace wattline::trainstep {

constexpr double kBeta1 = 0.9, kBeta2 = 0.999;  // of Adam and AdamW, as in PyTorch

enum class Optimizer { sgd, adam, adamw };

struct OptimizerOptions {
  Optimizer kind = Optimizer::sgd;
  double learning_rate = 0.01, momentum = 0.9, weight_decay = 0;
  double clip = 0;  // largest norm of all gradients together; 0 = none
};

}  // namespace wattline::trainstep
