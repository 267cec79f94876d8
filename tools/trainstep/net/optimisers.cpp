// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/optimisers.hpp"

#include <ATen/ATen.h>

#include <cmath>
#include <functional>

namespace wattline::trainstep {

namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;

// Tensors with gradients that are updated together, and their places in the group.
struct Chunk {
  Tensors parameters, gradients;
  std::vector<std::size_t> places;
};

// Calls `update` on chunks of the group. On a GPU a chunk has many tensors, but temporary copies of it stay small
// compared with the memory of a board; on a CPU one tensor after the other stays in the cache.
void for_chunks(const ParameterGroup& group, const std::function<void(Chunk&)>& update) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  Chunk chunk;
  std::size_t bytes = 0;
  const auto flush = [&] {
    if (!chunk.places.empty()) update(chunk);
    chunk = {};
    bytes = 0;
  };
  for (std::size_t i = 0; i < group.parameters.size(); ++i) {
    const Tensor& parameter = group.parameters[i];
    if (!parameter.grad().defined()) continue;
    if (parameter.is_cpu() || bytes + parameter.nbytes() > kMostBytes) flush();
    bytes += parameter.nbytes();
    chunk.parameters.push_back(parameter);
    chunk.gradients.push_back(parameter.grad());
    chunk.places.push_back(i);
  }
  flush();
}

// A tensor for each parameter of each group, made when it is needed first.
class State {
 public:
  explicit State(const std::vector<ParameterGroup>& groups) {
    for (const ParameterGroup& group : groups) tensors_.emplace_back(group.parameters.size());
  }
  // Those of a chunk; those that do not exist begin with zeros.
  Tensors of(std::size_t group, const Chunk& chunk) {
    Tensors chosen;
    for (std::size_t i = 0; i < chunk.places.size(); ++i) {
      Tensor& tensor = tensors_[group][chunk.places[i]];
      if (!tensor.defined()) tensor = at::zeros_like(chunk.parameters[i], at::MemoryFormat::Preserve);
      chosen.push_back(tensor);
    }
    return chosen;
  }

 private:
  std::vector<Tensors> tensors_;
};

class Sgd : public ParameterOptimiser {
 public:
  Sgd(std::vector<ParameterGroup> groups, bool nesterov)
      : ParameterOptimiser(std::move(groups)), nesterov_(nesterov), velocities_(groups_) {}

  void step(const UpdateRates& rates) override {
    const torch::NoGradGuard guard;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for_chunks(groups_[g], [&](Chunk& chunk) { update(chunk, g, rates); });
    }
  }

 private:
  // A velocity that begins with zeros becomes the first gradient, as in PyTorch.
  void update(Chunk& chunk, std::size_t group, const UpdateRates& rates) {
    if (groups_[group].weight_decay != 0) {
      at::_foreach_add_(chunk.gradients, chunk.parameters, groups_[group].weight_decay);
    }
    if (rates.momentum == 0) return at::_foreach_add_(chunk.parameters, chunk.gradients, -rates.learning_rate);
    const Tensors velocities = velocities_.of(group, chunk);
    at::_foreach_mul_(velocities, rates.momentum);
    at::_foreach_add_(velocities, chunk.gradients, 1);
    if (nesterov_) at::_foreach_add_(chunk.gradients, velocities, rates.momentum);
    at::_foreach_add_(chunk.parameters, nesterov_ ? chunk.gradients : velocities, -rates.learning_rate);
  }

  bool nesterov_;
  State velocities_;
};

class Adam : public ParameterOptimiser {
 public:
  Adam(std::vector<ParameterGroup> groups, bool decoupled_decay)
      : ParameterOptimiser(std::move(groups)), decoupled_decay_(decoupled_decay), means_(groups_), squares_(groups_) {
    for (const ParameterGroup& group : groups_) steps_.emplace_back(group.parameters.size(), 0);
  }

  void step(const UpdateRates& rates) override {
    const torch::NoGradGuard guard;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for_chunks(groups_[g], [&](Chunk& chunk) { update(chunk, g, rates); });
    }
  }

 private:
  static constexpr double kBeta2 = 0.999, kEps = 1e-8;

  void decay(Chunk& chunk, double weight_decay, double learning_rate) const {
    if (weight_decay == 0) return;
    if (decoupled_decay_) return at::_foreach_mul_(chunk.parameters, 1 - learning_rate * weight_decay);
    at::_foreach_add_(chunk.gradients, chunk.parameters, weight_decay);
  }

  void update(Chunk& chunk, std::size_t group, const UpdateRates& rates) {
    decay(chunk, groups_[group].weight_decay, rates.learning_rate);
    const Tensors means = means_.of(group, chunk), squares = squares_.of(group, chunk);
    at::_foreach_mul_(means, rates.momentum);
    at::_foreach_add_(means, chunk.gradients, 1 - rates.momentum);
    at::_foreach_mul_(squares, kBeta2);
    at::_foreach_addcmul_(squares, chunk.gradients, chunk.gradients, 1 - kBeta2);
    std::vector<at::Scalar> sizes, roots;  // with the corrections of the means' bias towards 0
    for (const std::size_t place : chunk.places) {
      const auto n = static_cast<double>(++steps_[group][place]);
      sizes.emplace_back(-rates.learning_rate / (1 - std::pow(rates.momentum, n)));
      roots.emplace_back(std::sqrt(1 - std::pow(kBeta2, n)));
    }
    const Tensors divisors = at::_foreach_sqrt(squares);
    at::_foreach_div_(divisors, roots);
    at::_foreach_add_(divisors, kEps);
    at::_foreach_addcdiv_(chunk.parameters, means, divisors, sizes);
  }

  bool decoupled_decay_;
  State means_, squares_;
  std::vector<std::vector<std::int64_t>> steps_;
};

}  // namespace

void ParameterOptimiser::zero_grad() {
  for (ParameterGroup& group : groups_) {
    for (Tensor& parameter : group.parameters) parameter.mutable_grad().reset();
  }
}

std::unique_ptr<ParameterOptimiser> make_sgd(std::vector<ParameterGroup> groups, bool nesterov) {
  return std::make_unique<Sgd>(std::move(groups), nesterov);
}

std::unique_ptr<ParameterOptimiser> make_adam(std::vector<ParameterGroup> groups, bool decoupled_decay) {
  return std::make_unique<Adam>(std::move(groups), decoupled_decay);
}

}  // namespace wattline::trainstep
