// SPDX-License-Identifier: Apache-2.0
// Gradients of a scaled loss. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/types.h>

#include <vector>

namespace wattline::trainstep {

// Divides them by the scale in place. True when one of them is not finite; waits for a GPU to know that, as PyTorch
// does.
bool unscale(const std::vector<torch::Tensor>& gradients, double scale);

}  // namespace wattline::trainstep
