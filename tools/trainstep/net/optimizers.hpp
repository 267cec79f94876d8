// SPDX-License-Identifier: Apache-2.0
// PyTorch's SGD, Adam and AdamW. Each operation updates many tensors at once, as in PyTorch's foreach implementations.
// LibTorch's optimizers launch several kernels per tensor; on a GPU, launching them takes longer than the update of a
// small network. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/types.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace wattline::trainstep {

struct ParameterGroup {
  std::vector<torch::Tensor> parameters;
  double weight_decay = 0;
};
using ParameterGroups = std::vector<ParameterGroup>;

struct Hyperparameters {
  double learning_rate;
  double momentum;  // of Adam and AdamW beta1
};

struct OptimizerStep {
  // Updates the parameters that have a gradient.
  std::function<void(const Hyperparameters&)> update;
  // What it keeps from update to update, in an order of its own; without elements what is not there yet.
  std::function<std::vector<torch::Tensor>()> kept;
  // To go on from what another one of the same parameters kept. Throws std::invalid_argument when that does not fit.
  std::function<void(const std::vector<torch::Tensor>&)> restore;
  void operator()(const Hyperparameters& now) const { update(now); }
};

// On a GPU, the tensors of an operation have at most so many bytes together, so that its temporary copies stay small
// compared with the memory of a board. On a CPU an operation has one tensor, which stays in the cache.
struct OperationSize {
  std::size_t gpu_bytes = std::size_t{64} << 20, cpu_bytes = 0;
};

OptimizerStep make_sgd(const ParameterGroups& groups, bool nesterov, const OperationSize& size = {});
// In AdamW, weight decay is decoupled from the gradients (Loshchilov and Hutter, 2019).
enum class WeightDecay { in_gradient, decoupled };
OptimizerStep make_adam(const ParameterGroups& groups, WeightDecay decay, const OperationSize& size = {});

// Frees the gradients, as PyTorch does from release 2.0 on.
void remove_gradients(const ParameterGroups& groups);

}  // namespace wattline::trainstep
