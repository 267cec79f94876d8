// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/updates.hpp"

#include <torch/nn.h>

namespace wattline::trainstep {

namespace {

constexpr double kBeta1 = 0.9;  // of Adam and AdamW
using Tensors = std::vector<torch::Tensor>;

Tensors trained(const torch::nn::Module& module) {
  Tensors parameters;
  for (const torch::Tensor& parameter : module.parameters()) {
    if (parameter.requires_grad()) parameters.push_back(parameter);
  }
  return parameters;
}

std::unique_ptr<ParameterOptimiser> make_optimiser(Optimiser kind, std::vector<ParameterGroup> groups, bool nesterov) {
  if (kind == Optimiser::sgd) return make_sgd(std::move(groups), nesterov);
  return make_adam(std::move(groups), kind == Optimiser::adamw);
}

// Ultralytics' three groups: only weights of convolutions and linear layers decay.
std::vector<ParameterGroup> groups_of(const torch::nn::Module& network, double weight_decay) {
  ParameterGroup biases, weights{{}, weight_decay}, norms;
  for (const auto& part : network.modules()) {
    const bool norm = part->as<torch::nn::BatchNorm2d>() != nullptr;
    for (const auto& parameter : part->named_parameters(false)) {
      if (!parameter.value().requires_grad()) continue;
      const bool bias = parameter.key().find("bias") != std::string::npos;
      (bias ? biases : norm ? norms : weights).parameters.push_back(parameter.value());
    }
  }
  return {biases, weights, norms};
}

}  // namespace

Updates::Updates(const OptimiserOptions& options, const std::optional<UltralyticsRun>& run,
                 const torch::nn::Module& network)
    : clip_(options.clip),
      parameters_(trained(network)),
      rates_{options.learning_rate, options.kind == Optimiser::sgd ? options.momentum : kBeta1} {
  if (run) schedule_.emplace(*run);
  auto groups =
      run ? groups_of(network, options.weight_decay) : std::vector<ParameterGroup>{{parameters_, options.weight_decay}};
  optimiser_ = make_optimiser(options.kind, std::move(groups), run.has_value());
}

void Updates::begin(std::int64_t minibatch) {
  minibatch_ = minibatch;
  if (!last_update_) last_update_ = schedule_ ? minibatch - 1 : minibatch;
  if (schedule_) {
    plan_ = schedule_->at(minibatch);
    rates_.learning_rate = plan_.learning_rate;
    if (!schedule_->uses_adamw()) rates_.momentum = plan_.momentum;
  } else {
    optimiser_->zero_grad();
  }
}

void Updates::end() {
  if (schedule_ && minibatch_ - *last_update_ < plan_.accumulate) return;
  last_update_ = minibatch_;
  if (clip_ > 0) torch::nn::utils::clip_grad_norm_(parameters_, clip_);
  optimiser_->step(rates_);
  if (schedule_) optimiser_->zero_grad();
}

}  // namespace wattline::trainstep
