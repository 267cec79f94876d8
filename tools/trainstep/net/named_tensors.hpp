// SPDX-License-Identifier: Apache-2.0
// Tensors by name, such as the weights of a network. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/types.h>

#include <string>
#include <utility>
#include <vector>

namespace wattline::trainstep {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

}  // namespace wattline::trainstep
