// SPDX-License-Identifier: Apache-2.0
// The optimizer of a run: when it updates the weights, and with which settings. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/nn/module.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "trainstep/net/named_tensors.hpp"
#include "trainstep/net/optimizers.hpp"
#include "trainstep/net/scale_schedule.hpp"
#include "trainstep/net/trainer_options.hpp"

namespace wattline::trainstep {

class Updates {
 public:
  // With a run of Ultralytics, its schedule changes the settings. In fp16, gradients are scaled.
  Updates(const TrainerOptions& options, const torch::nn::Module& network);
  // Before the forward pass of the run's minibatch of that number.
  void begin(std::int64_t minibatch);
  void backward(const torch::Tensor& loss);
  // After that: clips the gradients and updates the weights, if this minibatch is to do so.
  void end();

  // What another run needs to go on.
  NamedTensors state() const;
  // Throws std::invalid_argument when the state is that of other parameters or another optimizer.
  void restore(const NamedTensors& state);

 private:
  std::int64_t accumulated() const;  // minibatches that make an update
  std::vector<torch::Tensor> gradients() const;
  void update();
  double clip_, learning_rate_;
  std::int64_t accumulate_;
  RateOptions rate_;
  ParameterGroups groups_;
  std::vector<torch::Tensor> parameters_;  // of all groups
  OptimizerStep step_;
  Hyperparameters now_;
  std::optional<UltralyticsSchedule> schedule_;
  std::optional<ScaleSchedule> scale_;
  StepPlan plan_{0, 0, 1};
  std::int64_t pending_ = 0;  // minibatches since the last update
};

}  // namespace wattline::trainstep
