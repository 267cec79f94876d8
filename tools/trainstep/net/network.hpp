// SPDX-License-Identifier: Apache-2.0
// The networks, each with its loss. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/nn.h>

#include <functional>
#include <string>
#include <vector>

namespace wattline::trainstep {

struct Network {
  std::shared_ptr<torch::nn::Module> module;
  // The fields of a batch, in the data set's order, to a scalar loss.
  std::function<torch::Tensor(const std::vector<torch::Tensor>& fields)> loss;
};

// LeNet-5 with ReLU and max-pooling, 61,706 parameters (LeCun et al. 1998, as used on MNIST today).
Network lenet(std::int64_t classes);
// ResNet-18, 11,689,512 parameters with 1000 classes (He et al. 2016; torchvision's resnet18).
Network resnet18(std::int64_t classes);

}  // namespace wattline::trainstep
