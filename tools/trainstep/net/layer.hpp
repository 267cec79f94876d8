// SPDX-License-Identifier: Apache-2.0
// A module of a network that has parameters of its own.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace torch::nn {
class Module;
}

namespace wattline::trainstep {

struct Layer {
  std::string name, kind;
  std::int64_t parameters;
  std::int64_t
      depth;  // layers as papers count them: convolution, linear, each layer of an LSTM; no shortcuts, no norms
};

std::vector<Layer> layers_of(const torch::nn::Module& network);

}  // namespace wattline::trainstep
