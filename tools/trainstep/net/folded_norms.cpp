// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/folded_norms.hpp"

#include <torch/nn.h>

#include <algorithm>

namespace wattline::trainstep {

FoldedNorms fold_norms(const torch::nn::Module& network) {
  FoldedNorms folded;
  std::vector<const torch::nn::Conv2dImpl*> open;
  for (const auto& part : network.modules()) {
    if (const auto* conv = part->as<torch::nn::Conv2d>()) open.push_back(conv);
    const auto* norm = part->as<torch::nn::BatchNorm2d>();
    if (norm == nullptr) continue;
    const auto channels = norm->options.num_features();
    const auto fits = [&](const auto* conv) { return conv->options.out_channels() == channels; };
    const auto conv = std::find_if(open.rbegin(), open.rend(), fits);
    if (conv == open.rend()) continue;
    ++folded.modules;
    folded.parameters += (*conv)->options.bias() ? 2 * channels : channels;
    open.erase(std::next(conv).base());
  }
  return folded;
}

}  // namespace wattline::trainstep
