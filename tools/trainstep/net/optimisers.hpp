// SPDX-License-Identifier: Apache-2.0
// SGD, Adam and AdamW as in PyTorch, with a few operations for many tensors at once, as PyTorch's own "foreach"
// implementations, its default on a GPU: there, the optimizers of LibTorch launch some kernels per tensor, which takes
// longer than a small network's update itself. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/types.h>

#include <memory>
#include <utility>
#include <vector>

namespace wattline::trainstep {

struct ParameterGroup {
  std::vector<torch::Tensor> parameters;
  double weight_decay = 0;
};

struct UpdateRates {
  double learning_rate;
  double momentum;  // beta1 of Adam and AdamW
};

class ParameterOptimiser {
 public:
  explicit ParameterOptimiser(std::vector<ParameterGroup> groups) : groups_(std::move(groups)) {}
  virtual ~ParameterOptimiser() = default;
  // Updates the parameters that have a gradient. Changes the gradients.
  virtual void step(const UpdateRates& rates) = 0;
  void zero_grad();

 protected:
  std::vector<ParameterGroup> groups_;
};

std::unique_ptr<ParameterOptimiser> make_sgd(std::vector<ParameterGroup> groups, bool nesterov);
// Weight decay is decoupled from the gradients in AdamW (Loshchilov and Hutter, 2019). beta2 is 0.999.
std::unique_ptr<ParameterOptimiser> make_adam(std::vector<ParameterGroup> groups, bool decoupled_decay);

}  // namespace wattline::trainstep
