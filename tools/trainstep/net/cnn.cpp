// SPDX-License-Identifier: Apache-2.0
// VGG and the residual networks.
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

// Batch norm, or a group norm with one channel per group, under one type.
nn::AnyModule norm(std::int64_t channels, bool grouped) {
  if (grouped) return nn::AnyModule(nn::GroupNorm(channels, channels));
  return nn::AnyModule(nn::BatchNorm2d(channels));
}

nn::Sequential projection(std::int64_t in, std::int64_t out, std::int64_t stride, bool grouped) {
  nn::Sequential path(conv(in, out, 1, stride));
  path->push_back(norm(out, grouped));
  return path;
}

struct BasicBlockImpl : nn::Module {
  BasicBlockImpl(std::int64_t in, std::int64_t out, std::int64_t stride, bool grouped)
      : conv1(register_module("conv1", conv(in, out, 3, stride))),
        bn1(norm(out, grouped)),
        conv2(register_module("conv2", conv(out, out, 3))),
        bn2(norm(out, grouped)) {
    register_module("bn1", bn1.ptr());
    register_module("bn2", bn2.ptr());
    if (stride == 1 && in == out) return;
    downsample = register_module("downsample", projection(in, out, stride, grouped));
  }

  Tensor forward(Tensor x) {
    const Tensor shortcut = downsample.is_empty() ? x : downsample->forward(x);
    x = bn1.forward(conv1(x)).relu_();
    return bn2.forward(conv2(x)).add_(shortcut).relu_();
  }

  nn::Conv2d conv1;
  nn::AnyModule bn1;
  nn::Conv2d conv2;
  nn::AnyModule bn2;
  nn::Sequential downsample{nullptr};
};
TORCH_MODULE(BasicBlock);

// 1 x 1, 3 x 3 with the stride, 1 x 1 to four times the width.
struct BottleneckImpl : nn::Module {
  BottleneckImpl(std::int64_t in, std::int64_t width, std::int64_t stride)
      : conv1(register_module("conv1", conv(in, width, 1))),
        bn1(register_module("bn1", nn::BatchNorm2d(width))),
        conv2(register_module("conv2", conv(width, width, 3, stride))),
        bn2(register_module("bn2", nn::BatchNorm2d(width))),
        conv3(register_module("conv3", conv(width, 4 * width, 1))),
        bn3(register_module("bn3", nn::BatchNorm2d(4 * width))) {
    if (stride == 1 && in == 4 * width) return;
    downsample = register_module("downsample", projection(in, 4 * width, stride, false));
  }

  Tensor forward(Tensor x) {
    const Tensor shortcut = downsample.is_empty() ? x : downsample->forward(x);
    x = bn1(conv1(x)).relu_();
    x = bn2(conv2(x)).relu_();
    return bn3(conv3(x)).add_(shortcut).relu_();
  }

  nn::Conv2d conv1;
  nn::BatchNorm2d bn1;
  nn::Conv2d conv2;
  nn::BatchNorm2d bn2;
  nn::Conv2d conv3;
  nn::BatchNorm2d bn3;
  nn::Sequential downsample{nullptr};
};
TORCH_MODULE(Bottleneck);

nn::Sequential basic_stage(std::int64_t in, std::int64_t out, std::int64_t stride, bool grouped) {
  return nn::Sequential(BasicBlock(in, out, stride, grouped), BasicBlock(out, out, 1, grouped));
}

nn::Sequential bottleneck_stage(std::int64_t in, std::int64_t width, std::int64_t stride, int blocks) {
  nn::Sequential path(Bottleneck(in, width, stride));
  for (int i = 1; i < blocks; ++i) path->push_back(Bottleneck(4 * width, width, 1));
  return path;
}

enum class ResNetKind { basic, cifar, bottleneck };

struct ResNetImpl : nn::Module {
  ResNetImpl(ResNetKind kind, std::int64_t classes)
      : small(kind == ResNetKind::cifar),
        conv1(register_module("conv1", small ? conv(3, 64, 3) : conv(3, 64, 7, 2))),
        bn1(norm(64, small)) {
    register_module("bn1", bn1.ptr());
    const bool deep = kind == ResNetKind::bottleneck;
    constexpr int kBlocks[4] = {3, 4, 6, 3};  // of ResNet-50
    std::int64_t in = 64;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int64_t width = std::int64_t{64} << i, stride = i == 0 ? 1 : 2;
      auto stage = deep ? bottleneck_stage(in, width, stride, kBlocks[i]) : basic_stage(in, width, stride, small);
      stages.push_back(register_module("layer" + std::to_string(i + 1), stage));
      in = deep ? 4 * width : width;
    }
    fc = register_module("fc", nn::Linear(in, classes));
    initialise(*this);
  }

  Tensor forward(Tensor x) {
    x = bn1.forward(conv1(x)).relu_();
    if (!small) x = torch::max_pool2d(x, 3, 2, 1);
    for (nn::Sequential& stage : stages) x = stage->forward(x);
    return fc(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }

  bool small;
  nn::Conv2d conv1;
  nn::AnyModule bn1;
  std::vector<nn::Sequential> stages;
  nn::Linear fc{nullptr};
};
TORCH_MODULE(ResNet);

struct Vgg11Impl : nn::Module {
  explicit Vgg11Impl(std::int64_t classes) {
    std::int64_t in = 3;
    for (const std::int64_t out : {64, 0, 128, 0, 256, 256, 0, 512, 512, 0, 512, 512, 0}) {  // 0 = pooling
      if (out == 0) {
        features->push_back(nn::MaxPool2d(nn::MaxPool2dOptions(2).stride(2)));
        continue;
      }
      features->push_back(nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1)));
      features->push_back(nn::ReLU(nn::ReLUOptions(true)));
      in = out;
    }
    classifier = nn::Sequential(nn::Linear(512 * 7 * 7, 4096), nn::ReLU(), nn::Dropout(0.5), nn::Linear(4096, 4096),
                                nn::ReLU(), nn::Dropout(0.5), nn::Linear(4096, classes));
    register_module("features", features);
    register_module("classifier", classifier);
    initialise(*this);
  }

  Tensor forward(Tensor x) {
    return classifier->forward(torch::adaptive_avg_pool2d(features->forward(x), {7, 7}).flatten(1));
  }

  nn::Sequential features, classifier;
};
TORCH_MODULE(Vgg11);

}  // namespace

Network resnet18(std::int64_t classes) {
  return classifier(ResNet(ResNetKind::basic, classes));
}
Network resnet18_cifar(std::int64_t classes) {
  return classifier(ResNet(ResNetKind::cifar, classes));
}
Network resnet50(std::int64_t classes) {
  return classifier(ResNet(ResNetKind::bottleneck, classes));
}
Network vgg11(std::int64_t classes) {
  return classifier(Vgg11(classes));
}

}  // namespace wattline::trainstep
