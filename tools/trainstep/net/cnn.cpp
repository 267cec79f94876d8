// SPDX-License-Identifier: Apache-2.0
// Image classifiers. Sub-modules carry torchvision's names, so that weights can be compared by name.
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

nn::Conv2d conv(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride = 1) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false));
}

// He initialisation of every convolution, as torchvision does.
void initialise(nn::Module& module) {
  for (const auto& part : module.modules(false)) {
    if (auto* convolution = part->as<nn::Conv2d>()) {
      nn::init::kaiming_normal_(convolution->weight, 0, torch::kFanOut, torch::kReLU);
    }
  }
}

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

struct BasicBlockImpl : nn::Module {
  BasicBlockImpl(std::int64_t in, std::int64_t out, std::int64_t stride)
      : conv1(register_module("conv1", conv(in, out, 3, stride))),
        bn1(register_module("bn1", nn::BatchNorm2d(out))),
        conv2(register_module("conv2", conv(out, out, 3))),
        bn2(register_module("bn2", nn::BatchNorm2d(out))) {
    if (stride == 1 && in == out) return;
    downsample = register_module("downsample", nn::Sequential(conv(in, out, 1, stride), nn::BatchNorm2d(out)));
  }

  Tensor forward(Tensor x) {
    const Tensor shortcut = downsample.is_empty() ? x : downsample->forward(x);
    x = bn1(conv1(x)).relu_();
    return bn2(conv2(x)).add_(shortcut).relu_();
  }

  nn::Conv2d conv1;
  nn::BatchNorm2d bn1;
  nn::Conv2d conv2;
  nn::BatchNorm2d bn2;
  nn::Sequential downsample{nullptr};
};
TORCH_MODULE(BasicBlock);

nn::Sequential stage(std::int64_t in, std::int64_t out, std::int64_t stride) {
  return nn::Sequential(BasicBlock(in, out, stride), BasicBlock(out, out, 1));
}

struct ResNet18Impl : nn::Module {
  explicit ResNet18Impl(std::int64_t classes)
      : conv1(register_module("conv1", nn::Conv2d(nn::Conv2dOptions(3, 64, 7).stride(2).padding(3).bias(false)))),
        bn1(register_module("bn1", nn::BatchNorm2d(64))),
        layer1(register_module("layer1", stage(64, 64, 1))),
        layer2(register_module("layer2", stage(64, 128, 2))),
        layer3(register_module("layer3", stage(128, 256, 2))),
        layer4(register_module("layer4", stage(256, 512, 2))),
        fc(register_module("fc", nn::Linear(512, classes))) {
    initialise(*this);
  }

  Tensor forward(Tensor x) {
    x = torch::max_pool2d(bn1(conv1(x)).relu_(), 3, 2, 1);
    x = layer4->forward(layer3->forward(layer2->forward(layer1->forward(x))));
    return fc(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }

  nn::Conv2d conv1;
  nn::BatchNorm2d bn1;
  nn::Sequential layer1, layer2, layer3, layer4;
  nn::Linear fc;
};
TORCH_MODULE(ResNet18);

template <class Holder>
Network classifier(Holder net) {
  return {net.ptr(), [net](const std::vector<Tensor>& fields) mutable {
            return torch::nn::functional::cross_entropy(net->forward(fields[0]), fields[1]);
          }};
}

}  // namespace

Network lenet(std::int64_t classes) {
  return classifier(LeNet(classes));
}
Network resnet18(std::int64_t classes) {
  return classifier(ResNet18(classes));
}

}  // namespace wattline::trainstep
