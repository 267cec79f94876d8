// SPDX-License-Identifier: Apache-2.0
// What is left out when each batch norm is folded into the convolution before it, as for inference. Includes LibTorch:
// for net/*.cpp only.
#pragma once
#include <torch/nn/module.h>

#include <cstdint>

namespace wattline::trainstep {

struct FoldedNorms {
  std::int64_t modules = 0, parameters = 0;
};
FoldedNorms fold_norms(const torch::nn::Module& network);

}  // namespace wattline::trainstep
