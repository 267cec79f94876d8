// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/optimizers.hpp"

#include <torch/optim.h>

#include "catch.hpp"
#include "trainstep/net/optimizer_options.hpp"

using namespace wattline::trainstep;

namespace {

using Tensors = std::vector<torch::Tensor>;

constexpr double kLearningRate = 0.05, kMomentum = 0.9, kDecay = 0.1;
constexpr OperationSize kOneByOne{}, kAllAtOnce{0, std::size_t{1} << 20}, kPairs{0, 6 * 4 * 2};

// Four tensors, the same ones every time. The last one never has a gradient, the third one only after three steps.
Tensors parameters() {
  torch::manual_seed(1);
  Tensors made;
  for (int i = 0; i < 4; ++i) made.push_back(torch::randn({2, 3}).requires_grad_());
  return made;
}

void set_gradients(Tensors& parameters, int step) {
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i) {
    if (i == 2 && step < 3) continue;
    parameters[i].mutable_grad() = (parameters[i].detach() * static_cast<double>(i + 1)).sin() + 0.1 * step;
  }
}

Tensors after_ten_steps(Tensors trained, const std::function<void()>& update) {
  for (int step = 0; step < 10; ++step) {
    set_gradients(trained, step);
    update();
  }
  return trained;
}

Tensors after_ten(const OptimizerStep& step, const Tensors& trained, double momentum) {
  return after_ten_steps(trained, [&] { step({kLearningRate, momentum}); });
}

template <class Optimizer, class Options>
Tensors after_ten_of_libtorch(const Options& options) {
  const Tensors trained = parameters();
  Optimizer optimizer(trained, options);
  return after_ten_steps(trained, [&] { optimizer.step(); });
}

void check_equal(const Tensors& ours, const Tensors& theirs) {
  for (std::size_t i = 0; i < ours.size(); ++i) {
    INFO("parameter " << i);
    CHECK(torch::allclose(ours[i], theirs[i], 1e-5, 1e-6));
  }
  CHECK_FALSE(torch::equal(ours[2], parameters()[2]));
}

}  // namespace

TEST_CASE("SGD is that of LibTorch, however many tensors an operation has") {
  for (const OperationSize& size : {kOneByOne, kPairs, kAllAtOnce}) {
    for (const double momentum : {0.0, kMomentum}) {
      for (const bool nesterov : {false, true}) {
        if (nesterov && momentum == 0) continue;
        for (const double decay : {0.0, kDecay}) {
          const auto options =
              torch::optim::SGDOptions(kLearningRate).momentum(momentum).nesterov(nesterov).weight_decay(decay);
          const Tensors ours = parameters();
          check_equal(after_ten(make_sgd({{ours, decay}}, nesterov, size), ours, momentum),
                      after_ten_of_libtorch<torch::optim::SGD>(options));
        }
      }
    }
  }
}

TEST_CASE("Adam and AdamW are those of LibTorch, however many tensors an operation has") {
  for (const OperationSize& size : {kOneByOne, kPairs, kAllAtOnce}) {
    for (const double decay : {0.0, kDecay}) {
      const Tensors adam = parameters();
      check_equal(
          after_ten(make_adam({{adam, decay}}, WeightDecay::in_gradient, size), adam, kBeta1),
          after_ten_of_libtorch<torch::optim::Adam>(torch::optim::AdamOptions(kLearningRate).weight_decay(decay)));
      const Tensors adamw = parameters();
      check_equal(
          after_ten(make_adam({{adamw, decay}}, WeightDecay::decoupled, size), adamw, kBeta1),
          after_ten_of_libtorch<torch::optim::AdamW>(torch::optim::AdamWOptions(kLearningRate).weight_decay(decay)));
    }
  }
}

TEST_CASE("Each group of parameters has its own weight decay, and a step leaves the gradients as they were") {
  Tensors all = parameters();
  const OptimizerStep step = make_sgd({{{all[0]}, 0}, {{all[1]}, kDecay}}, false, kAllAtOnce);
  const Tensors before = parameters();
  for (torch::Tensor& parameter : all) parameter.mutable_grad() = torch::ones_like(parameter);
  step({kLearningRate, 0});
  CHECK(torch::allclose(all[0], before[0] - kLearningRate));
  CHECK(torch::allclose(all[1], before[1] - kLearningRate * (1 + kDecay * before[1])));
  CHECK(torch::equal(all[1].grad(), torch::ones_like(all[1])));
  remove_gradients({{{all[0]}, 0}});
  CHECK_FALSE(all[0].grad().defined());
  CHECK(all[1].grad().defined());
}
