// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/projection.hpp"

#include <torch/torch.h>

#include <cmath>
#include <vector>

namespace wattline::trainstep {

namespace F = torch::nn::functional;
using torch::Tensor;

ProjectionImpl::ProjectionImpl(std::int64_t in, std::int64_t out, Axes order, std::int64_t adapter_rank) : axes(order) {
  const std::vector<std::int64_t> shape =
      axes == Axes::in_out ? std::vector<std::int64_t>{in, out} : std::vector<std::int64_t>{out, in};
  weight = register_parameter("weight", torch::randn(shape) * kFirstWeightsDeviation);
  if (axes == Axes::in_out) bias = register_parameter("bias", torch::zeros({out}));
  if (adapter_rank == 0) return;
  const double reach = 1 / std::sqrt(static_cast<double>(in));
  down = register_parameter("lora_A", torch::empty({adapter_rank, in}).uniform_(-reach, reach));
  up = register_parameter("lora_B", torch::zeros({out, adapter_rank}));
}

Tensor ProjectionImpl::forward(const Tensor& x) {
  const Tensor y = axes == Axes::out_in ? F::linear(x, weight)
                                        : torch::addmm(bias, x.flatten(0, 1), weight).view({x.size(0), x.size(1), -1});
  return down.defined() ? y + F::linear(F::linear(x, down), up) : y;
}

}  // namespace wattline::trainstep
