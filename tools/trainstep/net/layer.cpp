// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/layer.hpp"

#include <torch/nn.h>

namespace wattline::trainstep {

namespace {

// ResNet's projections on shortcuts lie beside the path that its number counts.
std::int64_t depth_of(const torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>>::Item& part) {
  if (part.key().find("downsample") != std::string::npos) return 0;
  if (const auto* lstm = part.value()->as<torch::nn::LSTM>()) return lstm->options.num_layers();
  return part.value()->as<torch::nn::Conv2d>() != nullptr || part.value()->as<torch::nn::Linear>() != nullptr ? 1 : 0;
}

}  // namespace

std::vector<Layer> layers_of(const torch::nn::Module& network) {
  std::vector<Layer> layers;
  for (const auto& part : network.named_modules("", true)) {
    std::int64_t n = 0;
    for (const torch::Tensor& parameter : part.value()->parameters(false)) n += parameter.numel();
    if (n > 0) layers.push_back({part.key().empty() ? "-" : part.key(), part.value()->name(), n, depth_of(part)});
  }
  return layers;
}

}  // namespace wattline::trainstep
