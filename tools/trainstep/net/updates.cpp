// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/updates.hpp"

#include <torch/nn.h>

#include <stdexcept>
#include <string>
#include <unordered_set>

#include "trainstep/net/scaled_gradients.hpp"

namespace wattline::trainstep {

namespace {

const std::string kPending = "pending", kScale = "scale", kKept = "optimizer.", kGradient = "gradient.";

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

Updates::Updates(const TrainerOptions& options, const torch::nn::Module& network)
    : clip_(options.optimizer.clip),
      learning_rate_(options.optimizer.learning_rate),
      accumulate_(options.accumulate),
      rate_(options.rate),
      groups_(options.ultralytics ? groups_of(network, options.optimizer.weight_decay)
                                  : ParameterGroups{{trained(network), options.optimizer.weight_decay}}),
      step_(make_optimizer(options.optimizer.kind, groups_, options.ultralytics.has_value())),
      now_{learning_rate_, options.optimizer.kind == Optimizer::sgd ? options.optimizer.momentum : kBeta1} {
  if (options.ultralytics) schedule_.emplace(*options.ultralytics);
  if (options.precision == Precision::fp16) scale_.emplace();
  for (const ParameterGroup& group : groups_) {
    parameters_.insert(parameters_.end(), group.parameters.begin(), group.parameters.end());
  }
}

void Updates::begin(std::int64_t minibatch) {
  if (schedule_) {
    plan_ = schedule_->at(minibatch);
    now_.learning_rate = plan_.learning_rate;
    if (!schedule_->uses_adamw()) now_.momentum = plan_.momentum;
  } else {
    now_.learning_rate = learning_rate_ * rate_factor(rate_, minibatch / accumulate_);
  }
  if (pending_ == 0) remove_gradients(groups_);
}

std::int64_t Updates::accumulated() const {
  return schedule_ ? plan_.accumulate : accumulate_;
}

// Ultralytics sums the gradients up; a mean is what other training scripts take.
void Updates::backward(const torch::Tensor& loss) {
  torch::Tensor part = loss;
  if (!schedule_ && accumulate_ > 1) part = part / static_cast<double>(accumulate_);
  if (scale_) part = part.to(torch::kFloat) * scale_->scale();
  part.backward();
}

void Updates::end() {
  if (++pending_ < accumulated()) return;
  pending_ = 0;
  update();
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

NamedTensors Updates::state() const {
  NamedTensors state{{kPending, torch::tensor(pending_, torch::kLong)}};
  if (scale_) {
    state.emplace_back(
        kScale, torch::tensor({scale_->state().scale, static_cast<double>(scale_->state().good)}, torch::kDouble));
  }
  for (const torch::Tensor& kept : step_.kept()) state.emplace_back(kKept + std::to_string(state.size()), kept);
  if (pending_ == 0) return state;
  for (const torch::Tensor& parameter : parameters_) {
    const torch::Tensor gradient = parameter.grad();
    state.emplace_back(kGradient + std::to_string(state.size()), gradient.defined() ? gradient : torch::empty({0}));
  }
  return state;
}

void Updates::restore(const NamedTensors& state) {
  std::vector<torch::Tensor> kept, gradients;
  for (const auto& [name, tensor] : state) {
    if (name == kPending) pending_ = tensor.item<std::int64_t>();
    if (name == kScale && scale_) {
      scale_.emplace(
          ScaleSchedule::State{tensor[0].item<double>(), static_cast<std::int64_t>(tensor[1].item<double>())});
    }
    if (name.compare(0, kKept.size(), kKept) == 0) kept.push_back(tensor);
    if (name.compare(0, kGradient.size(), kGradient) == 0) gradients.push_back(tensor);
  }
  step_.restore(kept);
  if (pending_ == 0) return;
  if (gradients.size() != parameters_.size()) throw std::invalid_argument("not as many gradients as parameters");
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    if (gradients[i].numel() > 0) parameters_[i].mutable_grad() = gradients[i].to(parameters_[i].device());
  }
}

}  // namespace wattline::trainstep
