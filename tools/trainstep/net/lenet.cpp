// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

struct LeNetImpl : nn::Module {
  explicit LeNetImpl(std::int64_t classes)
      : conv1(register_module("conv1", nn::Conv2d(nn::Conv2dOptions(1, 6, 5).padding(2)))),
        conv2(register_module("conv2", nn::Conv2d(nn::Conv2dOptions(6, 16, 5)))),
        fc1(register_module("fc1", nn::Linear(400, 120))),
        fc2(register_module("fc2", nn::Linear(120, 84))),
        fc3(register_module("fc3", nn::Linear(84, classes))) {}

  Tensor forward(Tensor x) {
    x = torch::max_pool2d(torch::relu(conv1(x)), 2);
    x = torch::max_pool2d(torch::relu(conv2(x)), 2);
    return fc3(torch::relu(fc2(torch::relu(fc1(x.flatten(1))))));
  }

  nn::Conv2d conv1, conv2;
  nn::Linear fc1, fc2, fc3;
};
TORCH_MODULE(LeNet);

}  // namespace

Network lenet(std::int64_t classes) {
  return classifier(LeNet(classes));
}

}  // namespace wattline::trainstep
