// SPDX-License-Identifier: Apache-2.0
// The linear maps of language models. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/nn.h>

#include <cstdint>

namespace wattline::trainstep {

constexpr double kFirstWeightsDeviation = 0.02;  // of language models

// A linear map of the last axis, whose weight is [in, out] in GPT-2 and [out, in] in Llama. With an adapter of low rank
// (LoRA, Hu et al. 2021), the product of two small matrices is added to the weight.
enum class Axes { in_out, out_in };
struct ProjectionImpl : torch::nn::Module {
  ProjectionImpl(std::int64_t in, std::int64_t out, Axes order, std::int64_t adapter_rank = 0);
  torch::Tensor forward(const torch::Tensor& x);

  Axes axes;
  torch::Tensor weight, bias, down, up;
};
TORCH_MODULE(Projection);

}  // namespace wattline::trainstep
