// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/layer.hpp"

#include <torch/nn.h>

#include <algorithm>

#include "trainstep/net/projection.hpp"
#include "trainstep/net/layer_names.hpp"

namespace wattline::trainstep {

namespace {

std::int64_t depth_of(const torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>>::Item& part) {
  if (is_projection(part.key())) return 0;
  if (const auto* lstm = part.value()->as<torch::nn::LSTM>()) return lstm->options.num_layers();
  const torch::nn::Module& module = *part.value();
  const bool counts = module.as<torch::nn::Conv2d>() || module.as<torch::nn::Linear>() || module.as<Projection>();
  return counts ? 1 : 0;
}

// As Python calls it: without the namespace, and without what LibTorch's front end adds to the name.
std::string kind_of(const std::string& type) {
  const std::string ending = "Impl", name = type.substr(type.rfind(':') + 1);
  const std::size_t length = name.size() - std::min(name.size(), ending.size());
  return name.substr(length) == ending ? name.substr(0, length) : name;
}

}  // namespace

std::vector<Layer> layers_of(const torch::nn::Module& network) {
  std::vector<Layer> layers;
  for (const auto& part : network.named_modules("", true)) {
    std::int64_t n = 0;
    for (const torch::Tensor& parameter : part.value()->parameters(false)) n += parameter.numel();
    if (n > 0)
      layers.push_back({part.key().empty() ? "-" : part.key(), kind_of(part.value()->name()), n, depth_of(part)});
  }
  return layers;
}

}  // namespace wattline::trainstep
