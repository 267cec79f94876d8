// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace F = torch::nn::functional;

torch::Tensor loss_of(Loss loss, const torch::Tensor& prediction, const torch::Tensor& wanted) {
  if (loss == Loss::cross_entropy) return F::cross_entropy(prediction, wanted);
  const torch::Tensor value = wanted.to(prediction.dtype()).view_as(prediction);
  if (loss == Loss::mse) return F::mse_loss(prediction, value);
  if (loss == Loss::l1) return F::l1_loss(prediction, value);
  return F::binary_cross_entropy_with_logits(prediction, value);
}

}  // namespace wattline::trainstep
