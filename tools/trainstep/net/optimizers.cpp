// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/optimizers.hpp"

#include <ATen/ATen.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "trainstep/net/optimizer_options.hpp"

namespace wattline::trainstep {

namespace {

using torch::Tensor;
using Tensors = std::vector<Tensor>;

// Tensors with gradients that are updated together, and their indices in the group.
struct Chunk {
  Tensors parameters, gradients;
  std::vector<std::size_t> indices;
};

void for_chunks(const ParameterGroup& group, const OperationSize& size, const std::function<void(Chunk&)>& update) {
  Chunk chunk;
  std::size_t bytes = 0;
  const auto flush = [&] {
    if (!chunk.indices.empty()) update(chunk);
    chunk = {};
    bytes = 0;
  };
  for (std::size_t i = 0; i < group.parameters.size(); ++i) {
    const Tensor& parameter = group.parameters[i];
    if (!parameter.grad().defined()) continue;
    if (bytes + parameter.nbytes() > (parameter.device().is_cpu() ? size.cpu_bytes : size.gpu_bytes)) flush();
    bytes += parameter.nbytes();
    chunk.parameters.push_back(parameter);
    chunk.gradients.push_back(parameter.grad());
    chunk.indices.push_back(i);
  }
  flush();
}

// A tensor per parameter, made of zeros when it is first used.
class Buffers {
 public:
  explicit Buffers(std::size_t parameters) : tensors_(parameters) {}
  Tensors of(const Chunk& chunk) {
    Tensors chosen;
    for (std::size_t i = 0; i < chunk.indices.size(); ++i) {
      Tensor& tensor = tensors_[chunk.indices[i]];
      if (!tensor.defined()) tensor = at::zeros_like(chunk.parameters[i], at::MemoryFormat::Preserve);
      chosen.push_back(tensor);
    }
    return chosen;
  }

  Tensors& all() { return tensors_; }

 private:
  Tensors tensors_;
};

// Pointers to the tensors of a few lists.
template <class... Lists>
std::vector<Tensor*> pointers_to(Lists&... lists) {
  std::vector<Tensor*> pointers;
  const auto add = [&](Tensors& list) {
    for (Tensor& tensor : list) pointers.push_back(&tensor);
  };
  (add(lists), ...);
  return pointers;
}

struct SgdGroup {
  ParameterGroup group;
  Buffers momentum_buffers;

  std::vector<Tensor*> kept() { return pointers_to(momentum_buffers.all()); }

  // A momentum buffer of zeros becomes the first gradient, as in PyTorch.
  void update(Chunk& chunk, const Hyperparameters& now, bool nesterov) {
    Tensors directions = chunk.gradients;
    if (group.weight_decay != 0) directions = at::_foreach_add(directions, chunk.parameters, group.weight_decay);
    if (now.momentum != 0) {
      const Tensors buffers = momentum_buffers.of(chunk);
      at::_foreach_mul_(buffers, now.momentum);
      at::_foreach_add_(buffers, directions, 1);
      directions = nesterov ? at::_foreach_add(directions, buffers, now.momentum) : buffers;
    }
    at::_foreach_add_(chunk.parameters, directions, -now.learning_rate);
  }
};

struct AdamGroup {
  ParameterGroup group;
  Buffers means, squares;  // of the gradients, decaying: PyTorch's exp_avg and exp_avg_sq
  Tensors steps;           // one, of the numbers of the parameters' updates

  std::vector<Tensor*> kept() { return pointers_to(means.all(), squares.all(), steps); }

  void update(Chunk& chunk, const Hyperparameters& now, WeightDecay decay) {
    constexpr double kEps = 1e-8;
    Tensors gradients = chunk.gradients;
    if (group.weight_decay != 0 && decay == WeightDecay::decoupled) {
      at::_foreach_mul_(chunk.parameters, 1 - now.learning_rate * group.weight_decay);
    } else if (group.weight_decay != 0) {
      gradients = at::_foreach_add(gradients, chunk.parameters, group.weight_decay);
    }
    const Tensors exp_avg = means.of(chunk), exp_avg_sq = squares.of(chunk);
    at::_foreach_mul_(exp_avg, now.momentum);
    at::_foreach_add_(exp_avg, gradients, 1 - now.momentum);
    at::_foreach_mul_(exp_avg_sq, kBeta2);
    at::_foreach_addcmul_(exp_avg_sq, gradients, gradients, 1 - kBeta2);
    std::vector<at::Scalar> step_sizes, bias_correction2_sqrt;
    for (const std::size_t i : chunk.indices) {
      const auto n = static_cast<double>(++steps[0].data_ptr<std::int64_t>()[i]);
      step_sizes.emplace_back(-now.learning_rate / (1 - std::pow(now.momentum, n)));
      bias_correction2_sqrt.emplace_back(std::sqrt(1 - std::pow(kBeta2, n)));
    }
    const Tensors denominators = at::_foreach_sqrt(exp_avg_sq);
    at::_foreach_div_(denominators, bias_correction2_sqrt);
    at::_foreach_add_(denominators, kEps);
    at::_foreach_addcdiv_(chunk.parameters, exp_avg, denominators, step_sizes);
  }
};

template <class Group>
Tensors kept_by(std::vector<Group>& groups) {
  Tensors kept;
  for (Group& group : groups) {
    for (const Tensor* tensor : group.kept()) kept.push_back(tensor->defined() ? *tensor : torch::empty({0}));
  }
  return kept;
}

template <class Group>
void restore(std::vector<Group>& groups, const Tensors& kept) {
  std::size_t next = 0;
  for (Group& group : groups) {
    for (Tensor* tensor : group.kept()) {
      if (next == kept.size()) throw std::invalid_argument("fewer tensors than the optimizer keeps");
      const Tensor& saved = kept[next++];
      const torch::Device device = tensor->defined() ? tensor->device() : group.group.parameters[0].device();
      if (saved.numel() > 0) *tensor = saved.to(device, saved.scalar_type(), false, true);
    }
  }
  if (next != kept.size()) throw std::invalid_argument("more tensors than the optimizer keeps");
}

// One step of all groups: Group::update() on chunk after chunk.
template <class Group, class... Setting>
OptimizerStep step_of(std::vector<Group> groups, const OperationSize& size, Setting... setting) {
  const auto state = std::make_shared<std::vector<Group>>(std::move(groups));
  const auto update = [=](const Hyperparameters& now) {
    const torch::NoGradGuard guard;
    for (Group& group : *state) {
      for_chunks(group.group, size, [&](Chunk& chunk) { group.update(chunk, now, setting...); });
    }
  };
  return {update, [state] { return kept_by(*state); }, [state](const Tensors& kept) { restore(*state, kept); }};
}

}  // namespace

OptimizerStep make_sgd(const ParameterGroups& groups, bool nesterov, const OperationSize& size) {
  std::vector<SgdGroup> own;
  for (const ParameterGroup& group : groups) own.push_back({group, Buffers(group.parameters.size())});
  return step_of(std::move(own), size, nesterov);
}

OptimizerStep make_adam(const ParameterGroups& groups, WeightDecay decay, const OperationSize& size) {
  std::vector<AdamGroup> own;
  for (const ParameterGroup& group : groups) {
    const std::size_t n = group.parameters.size();
    own.push_back({group, Buffers(n), Buffers(n), {torch::zeros({static_cast<std::int64_t>(n)}, torch::kLong)}});
  }
  return step_of(std::move(own), size, decay);
}

void remove_gradients(const ParameterGroups& groups) {
  for (const ParameterGroup& group : groups) {
    for (const Tensor& parameter : group.parameters) parameter.mutable_grad().reset();
  }
}

}  // namespace wattline::trainstep
