// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/scaled_gradients.hpp"

#include <ATen/ATen.h>

namespace wattline::trainstep {

namespace {

// LibTorch before 2.3 has the operation below for GPUs only.
bool unscale_on_cpu(const std::vector<torch::Tensor>& gradients, double scale) {
  bool overflow = false;
  for (const torch::Tensor& gradient : gradients) {
    overflow = overflow || !at::isfinite(gradient).all().item<bool>();
    torch::Tensor(gradient).mul_(1 / scale);
  }
  return overflow;
}

}  // namespace

bool unscale(const std::vector<torch::Tensor>& gradients, double scale) {
  const torch::NoGradGuard guard;
  if (gradients.empty()) return false;
  if (gradients[0].is_cpu()) return unscale_on_cpu(gradients, scale);
  const auto options = gradients[0].options().dtype(torch::kFloat);
  torch::Tensor found = torch::zeros({1}, options);
  at::_amp_foreach_non_finite_check_and_unscale_(gradients, found, torch::full({1}, 1 / scale, options));
  return found.item<float>() != 0;
}

}  // namespace wattline::trainstep
