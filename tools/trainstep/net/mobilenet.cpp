// SPDX-License-Identifier: Apache-2.0
// MobileNetV3-Large (Howard et al. 2019), in torchvision's form and in that of the paper's first version.
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

enum class Activation { none, relu, hardswish };

struct ConvOptions {
  std::int64_t in, out, kernel = 1, stride = 1, groups = 1;
  Activation activation = Activation::none;
  bool bias = false;
};

struct ConvNormImpl : nn::Module {
  explicit ConvNormImpl(const ConvOptions& o)
      : conv(register_module("0", nn::Conv2d(nn::Conv2dOptions(o.in, o.out, o.kernel)
                                                 .stride(o.stride)
                                                 .padding(o.kernel / 2)
                                                 .groups(o.groups)
                                                 .bias(o.bias)))),
        norm(register_module("1", nn::BatchNorm2d(nn::BatchNorm2dOptions(o.out).eps(1e-3).momentum(0.01)))),
        activation(o.activation) {}

  Tensor forward(Tensor x) {
    x = norm(conv(x));
    if (activation == Activation::relu) return x.relu_();
    return activation == Activation::hardswish ? torch::hardswish_(x) : x;
  }

  nn::Conv2d conv;
  nn::BatchNorm2d norm;
  Activation activation;
};
TORCH_MODULE(ConvNorm);

struct SqueezeExciteImpl : nn::Module {
  SqueezeExciteImpl(std::int64_t channels, std::int64_t squeezed)
      : fc1(register_module("fc1", nn::Conv2d(nn::Conv2dOptions(channels, squeezed, 1)))),
        fc2(register_module("fc2", nn::Conv2d(nn::Conv2dOptions(squeezed, channels, 1)))) {}

  Tensor forward(const Tensor& x) {
    const Tensor scale = fc2(fc1(torch::adaptive_avg_pool2d(x, {1, 1})).relu_());
    return x * torch::hardsigmoid(scale);
  }

  nn::Conv2d fc1, fc2;
};
TORCH_MODULE(SqueezeExcite);

struct Block {
  std::int64_t kernel, expanded, out;
  bool squeeze, hardswish;
  std::int64_t stride;
};

// The table of the paper; its last three rows were others in the first version.
constexpr Block kBlocks[15] = {
    {3, 16, 16, false, false, 1}, {3, 64, 24, false, false, 2}, {3, 72, 24, false, false, 1},
    {5, 72, 40, true, false, 2},  {5, 120, 40, true, false, 1}, {5, 120, 40, true, false, 1},
    {3, 240, 80, false, true, 2}, {3, 200, 80, false, true, 1}, {3, 184, 80, false, true, 1},
    {3, 184, 80, false, true, 1}, {3, 480, 112, true, true, 1}, {3, 672, 112, true, true, 1},
    {5, 672, 160, true, true, 2}, {5, 960, 160, true, true, 1}, {5, 960, 160, true, true, 1}};
constexpr Block kFirstVersion[3] = {
    {5, 672, 160, true, true, 1}, {5, 672, 160, true, true, 2}, {5, 960, 160, true, true, 1}};

Block block_of(std::size_t i, bool first_version) {
  return first_version && i >= 12 ? kFirstVersion[i - 12] : kBlocks[i];
}

// The nearest multiple of 8, not below 90 % of the value.
std::int64_t divisible_by_8(std::int64_t value) {
  const std::int64_t rounded = std::max<std::int64_t>(8, (value + 4) / 8 * 8);
  return 10 * rounded < 9 * value ? rounded + 8 : rounded;
}

struct InvertedResidualImpl : nn::Module {
  InvertedResidualImpl(std::int64_t in, const Block& b, bool first_version) : residual(b.stride == 1 && in == b.out) {
    const Activation activation = b.hardswish ? Activation::hardswish : Activation::relu;
    if (first_version || b.expanded != in)
      block->push_back(ConvNorm(ConvOptions{in, b.expanded, 1, 1, 1, activation, false}));
    block->push_back(
        ConvNorm(ConvOptions{b.expanded, b.expanded, b.kernel, b.stride, b.expanded, activation, first_version}));
    const std::int64_t squeezed = first_version ? b.expanded / 4 : divisible_by_8(b.expanded / 4);
    if (b.squeeze) block->push_back(SqueezeExcite(b.expanded, squeezed));
    block->push_back(ConvNorm(ConvOptions{b.expanded, b.out, 1, 1, 1, Activation::none, first_version}));
    register_module("block", block);
  }

  Tensor forward(Tensor x) {
    Tensor y = block->forward(x);
    return residual ? y.add_(x) : y;
  }

  nn::Sequential block;
  bool residual;
};
TORCH_MODULE(InvertedResidual);

struct MobileNetImpl : nn::Module {
  explicit MobileNetImpl(const MobileNetOptions& options) {
    const bool first = options.first_version;
    features->push_back(ConvNorm(ConvOptions{3, 16, 3, 2, 1, Activation::hardswish, first}));
    std::int64_t in = 16;
    for (std::size_t i = 0; i < 15; ++i) {
      const Block block = block_of(i, first);
      features->push_back(InvertedResidual(in, block, first));
      in = block.out;
    }
    features->push_back(ConvNorm(ConvOptions{in, 960, 1, 1, 1, Activation::hardswish, first}));
    register_module("features", features);
    const nn::Functional hardswish([](const Tensor& x) { return torch::hardswish(x); });
    classifier = nn::Sequential(nn::Linear(960, 1280), hardswish, nn::Dropout(options.dropout),
                                nn::Linear(1280, options.classes));
    register_module("classifier", classifier);
    initialise();
  }

  void initialise() {
    for (const auto& part : modules(false)) {
      if (auto* conv = part->as<nn::Conv2d>()) {
        nn::init::kaiming_normal_(conv->weight, 0, torch::kFanOut, torch::kReLU);
        if (conv->bias.defined()) nn::init::zeros_(conv->bias);
      }
      if (auto* linear = part->as<nn::Linear>()) {
        nn::init::normal_(linear->weight, 0, 0.01);
        nn::init::zeros_(linear->bias);
      }
    }
  }

  Tensor forward(Tensor x) {
    x = features->forward(x);
    return classifier->forward(torch::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }

  nn::Sequential features, classifier;
};
TORCH_MODULE(MobileNet);

}  // namespace

Network mobilenet_v3_large(const MobileNetOptions& options) {
  return classifier(MobileNet(options));
}

}  // namespace wattline::trainstep
