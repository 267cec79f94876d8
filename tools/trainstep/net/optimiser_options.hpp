// SPDX-License-Identifier: Apache-2.0
// What can be chosen of an optimiser.
#pragma once

namespace wattline::trainstep {

enum class Optimiser { sgd, adam, adamw };

struct OptimiserOptions {
  Optimiser kind = Optimiser::sgd;
  double learning_rate = 0.01, momentum = 0.9, weight_decay = 0;
  double clip = 0;  // largest norm of all gradients together; 0 = none
};

}  // namespace wattline::trainstep
