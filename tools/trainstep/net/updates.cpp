// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/updates.hpp"

#include <torch/nn.h>

namespace wattline::trainstep {

namespace {

using namespace torch::optim;
using Tensors = std::vector<torch::Tensor>;

Tensors trained(const torch::nn::Module& module) {
  Tensors parameters;
  for (const torch::Tensor& parameter : module.parameters()) {
    if (parameter.requires_grad()) parameters.push_back(parameter);
  }
  return parameters;
}

std::unique_ptr<Optimizer> make_optimiser(const OptimiserOptions& o, const Tensors& parameters) {
  if (o.kind == Optimiser::adam)
    return std::make_unique<Adam>(parameters, AdamOptions(o.learning_rate).weight_decay(o.weight_decay));
  if (o.kind == Optimiser::adamw)
    return std::make_unique<AdamW>(parameters, AdamWOptions(o.learning_rate).weight_decay(o.weight_decay));
  const auto sgd = SGDOptions(o.learning_rate).momentum(o.momentum).weight_decay(o.weight_decay);
  return std::make_unique<SGD>(parameters, sgd);
}

// Ultralytics' three groups: only weights of convolutions and linear layers decay.
struct Groups {
  Tensors biases, weights, norms;
};

Groups groups_of(const torch::nn::Module& network) {
  Groups groups;
  for (const auto& part : network.modules()) {
    const bool norm = part->as<torch::nn::BatchNorm2d>() != nullptr;
    for (const auto& parameter : part->named_parameters(false)) {
      if (!parameter.value().requires_grad()) continue;
      const bool bias = parameter.key().find("bias") != std::string::npos;
      (bias ? groups.biases : norm ? groups.norms : groups.weights).push_back(parameter.value());
    }
  }
  return groups;
}

template <class Kind, class KindOptions>
std::unique_ptr<Optimizer> grouped(const Groups& groups, const KindOptions& options, double weight_decay) {
  auto optimiser = std::make_unique<Kind>(groups.biases, options);
  const auto add = [&](const Tensors& tensors, double decay) {
    auto own = std::make_unique<KindOptions>(options);
    own->weight_decay(decay);
    optimiser->add_param_group(OptimizerParamGroup(tensors, std::move(own)));
  };
  add(groups.weights, weight_decay);
  add(groups.norms, 0);
  return optimiser;
}

std::unique_ptr<Optimizer> make_grouped_optimiser(const OptimiserOptions& o, const torch::nn::Module& network) {
  const Groups groups = groups_of(network);
  if (o.kind == Optimiser::adamw) {
    const auto options = AdamWOptions(o.learning_rate).betas({o.momentum, 0.999}).weight_decay(0);
    return grouped<AdamW>(groups, options, o.weight_decay);
  }
  const auto options = SGDOptions(o.learning_rate).momentum(o.momentum).nesterov(true);
  return grouped<SGD>(groups, options, o.weight_decay);
}

}  // namespace

Updates::Updates(const OptimiserOptions& options, const std::optional<UltralyticsRun>& run,
                 const torch::nn::Module& network)
    : clip_(options.clip), parameters_(trained(network)) {
  if (run) schedule_.emplace(*run);
  optimiser_ = run ? make_grouped_optimiser(options, network) : make_optimiser(options, parameters_);
}

void Updates::apply_plan() {
  for (OptimizerParamGroup& group : optimiser_->param_groups()) {
    if (schedule_->uses_adamw()) {
      static_cast<AdamWOptions&>(group.options()).lr(plan_.learning_rate);
    } else {
      static_cast<SGDOptions&>(group.options()).lr(plan_.learning_rate).momentum(plan_.momentum);
    }
  }
}

void Updates::begin(std::int64_t minibatch) {
  minibatch_ = minibatch;
  if (!last_update_) last_update_ = schedule_ ? minibatch - 1 : minibatch;
  if (schedule_) {
    plan_ = schedule_->at(minibatch);
    apply_plan();
  } else {
    optimiser_->zero_grad();
  }
}

void Updates::end() {
  if (schedule_ && minibatch_ - *last_update_ < plan_.accumulate) return;
  last_update_ = minibatch_;
  if (clip_ > 0) torch::nn::utils::clip_grad_norm_(parameters_, clip_);
  optimiser_->step();
  if (schedule_) optimiser_->zero_grad();
}

}  // namespace wattline::trainstep
