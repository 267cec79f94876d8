// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/updates.hpp"

#include <torch/nn.h>

#include <unordered_set>

#include "trainstep/net/scaled_gradients.hpp"

namespace wattline::trainstep {

namespace {

// Those that are trained. A TorchScript network can list a tensor that two of its parts share twice.
class Trained {
 public:
  bool operator()(const torch::Tensor& parameter) {
    return parameter.requires_grad() && seen_.insert(parameter.unsafeGetTensorImpl()).second;
  }

 private:
  std::unordered_set<const void*> seen_;
};

std::vector<torch::Tensor> trained(const torch::nn::Module& module) {
  std::vector<torch::Tensor> parameters;
  Trained is_trained;
  for (const torch::Tensor& parameter : module.parameters()) {
    if (is_trained(parameter)) parameters.push_back(parameter);
  }
  return parameters;
}

OptimizerStep make_optimizer(Optimizer kind, const ParameterGroups& groups, bool nesterov) {
  if (kind == Optimizer::sgd) return make_sgd(groups, nesterov);
  return make_adam(groups, kind == Optimizer::adamw ? WeightDecay::decoupled : WeightDecay::in_gradient);
}

// Ultralytics' three groups: only weights of convolutions and linear layers decay.
ParameterGroups groups_of(const torch::nn::Module& network, double weight_decay) {
  ParameterGroup biases, weights{{}, weight_decay}, norms;
  Trained is_trained;
  for (const auto& part : network.modules()) {
    const bool norm = part->as<torch::nn::BatchNorm2d>() != nullptr;
    for (const auto& parameter : part->named_parameters(false)) {
      if (!is_trained(parameter.value())) continue;
      const bool bias = parameter.key().find("bias") != std::string::npos;
      (bias ? biases : norm ? norms : weights).parameters.push_back(parameter.value());
    }
  }
  return {biases, weights, norms};
}

}  // namespace

Updates::Updates(const OptimizerOptions& options, const std::optional<UltralyticsRun>& run,
                 const torch::nn::Module& network, Precision precision)
    : clip_(options.clip),
      groups_(run ? groups_of(network, options.weight_decay)
                  : ParameterGroups{{trained(network), options.weight_decay}}),
      step_(make_optimizer(options.kind, groups_, run.has_value())),
      now_{options.learning_rate, options.kind == Optimizer::sgd ? options.momentum : kBeta1} {
  if (run) schedule_.emplace(*run);
  if (precision == Precision::fp16) scale_.emplace();
  for (const ParameterGroup& group : groups_) {
    parameters_.insert(parameters_.end(), group.parameters.begin(), group.parameters.end());
  }
}

void Updates::begin(std::int64_t minibatch) {
  minibatch_ = minibatch;
  if (!last_update_) last_update_ = schedule_ ? minibatch - 1 : minibatch;
  if (schedule_) {
    plan_ = schedule_->at(minibatch);
    now_.learning_rate = plan_.learning_rate;
    if (!schedule_->uses_adamw()) now_.momentum = plan_.momentum;
  } else {
    remove_gradients(groups_);
  }
}

void Updates::backward(const torch::Tensor& loss) {
  (scale_ ? loss.to(torch::kFloat) * scale_->scale() : loss).backward();
}

void Updates::end() {
  if (schedule_ && minibatch_ - *last_update_ < plan_.accumulate) return;
  last_update_ = minibatch_;
  update();
  if (schedule_) remove_gradients(groups_);
}

std::vector<torch::Tensor> Updates::gradients() const {
  std::vector<torch::Tensor> gradients;
  for (const torch::Tensor& parameter : parameters_) {
    if (parameter.grad().defined()) gradients.push_back(parameter.grad());
  }
  return gradients;
}

// As GradScaler's unscale_(), step() and update().
void Updates::update() {
  const bool overflow = scale_ && unscale(gradients(), scale_->scale());
  if (clip_ > 0) torch::nn::utils::clip_grad_norm_(parameters_, clip_);
  if (!overflow) step_(now_);
  if (scale_) scale_->take(overflow);
}

}  // namespace wattline::trainstep
