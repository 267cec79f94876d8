// SPDX-License-Identifier: Apache-2.0
// YOLOv8 at its smallest width and depth (Jocher et al. 2023): backbone, neck and anchor-free head at three scales.
#include <cmath>

#include "trainstep/net/detection_loss.hpp"
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

struct ConvImpl : nn::Module {
  ConvImpl(std::int64_t in, std::int64_t out, std::int64_t kernel = 1, std::int64_t stride = 1)
      : conv(register_module(
            "conv", nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false)))),
        bn(register_module("bn", nn::BatchNorm2d(nn::BatchNorm2dOptions(out).eps(1e-3).momentum(0.03)))) {}
  Tensor forward(const Tensor& x) {
    Tensor y = bn(conv(x));
    return torch::silu_(y);
  }
  nn::Conv2d conv;
  nn::BatchNorm2d bn;
};
TORCH_MODULE(Conv);

struct BottleneckImpl : nn::Module {
  BottleneckImpl(std::int64_t width, bool shortcut)
      : cv1(register_module("cv1", Conv(width, width, 3))),
        cv2(register_module("cv2", Conv(width, width, 3))),
        add(shortcut) {}
  Tensor forward(const Tensor& x) { return add ? x + cv2(cv1(x)) : cv2(cv1(x)); }
  Conv cv1, cv2;
  bool add;
};
TORCH_MODULE(Bottleneck);

// Half of the channels go through a chain of bottlenecks; every link of the chain is kept.
struct C2fImpl : nn::Module {
  C2fImpl(std::int64_t in, std::int64_t out, std::int64_t count, bool shortcut)
      : cv1(register_module("cv1", Conv(in, out))), cv2(register_module("cv2", Conv((2 + count) * out / 2, out))) {
    for (std::int64_t i = 0; i < count; ++i) chain->push_back(Bottleneck(out / 2, shortcut));
    register_module("m", chain);
  }
  Tensor forward(const Tensor& x) {
    std::vector<Tensor> parts = cv1(x).chunk(2, 1);
    for (const auto& link : *chain) parts.push_back(link->as<Bottleneck>()->forward(parts.back()));
    return cv2(torch::cat(parts, 1));
  }
  Conv cv1, cv2;
  nn::ModuleList chain;
};
TORCH_MODULE(C2f);

struct PyramidPoolingImpl : nn::Module {
  explicit PyramidPoolingImpl(std::int64_t width)
      : cv1(register_module("cv1", Conv(width, width / 2))), cv2(register_module("cv2", Conv(2 * width, width))) {}
  Tensor forward(const Tensor& x) {
    std::vector<Tensor> parts{cv1(x)};
    for (int i = 0; i < 3; ++i) parts.push_back(torch::max_pool2d(parts.back(), 5, 1, 2));
    return cv2(torch::cat(parts, 1));
  }
  Conv cv1, cv2;
};
TORCH_MODULE(PyramidPooling);

Tensor doubled(const Tensor& x) {
  return torch::upsample_nearest2d(x, {x.size(2) * 2, x.size(3) * 2});
}

// Finds objects on the maps of the three scales: box sides as distributions, and classes.
struct DetectImpl : nn::Module {
  explicit DetectImpl(std::int64_t classes) {
    const std::int64_t box_width = 4 * kBins,
                       class_width = std::max<std::int64_t>(64, std::min<std::int64_t>(classes, 100));
    for (std::size_t scale = 0; scale < 3; ++scale) {
      const std::int64_t in = std::int64_t{64} << scale;
      cv2->push_back(branch(in, box_width, 4 * kBins, 1.0));
      // As many objects as five in an image of 640 pixels, before anything was learned.
      const double cells = std::pow(640.0 / static_cast<double>(8 << scale), 2);
      cv3->push_back(branch(in, class_width, classes, std::log(5.0 / static_cast<double>(classes) / cells)));
    }
    register_module("cv2", cv2);
    register_module("cv3", cv3);
    dfl = register_parameter("dfl", torch::arange(kBins, torch::kFloat), /*requires_grad=*/false);
  }

  static nn::Sequential branch(std::int64_t in, std::int64_t width, std::int64_t out, double bias) {
    nn::Conv2d last(nn::Conv2dOptions(width, out, 1));
    const torch::NoGradGuard guard;
    last->bias.fill_(bias);
    return nn::Sequential(Conv(in, width, 3), Conv(width, width, 3), last);
  }

  std::vector<Tensor> forward(const std::vector<Tensor>& maps) {
    std::vector<Tensor> outputs;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const Tensor box = cv2[i]->as<nn::Sequential>()->forward(maps[i]);
      outputs.push_back(torch::cat({box, cv3[i]->as<nn::Sequential>()->forward(maps[i])}, 1));
    }
    return outputs;
  }

  nn::ModuleList cv2, cv3;
  Tensor dfl;  // the fixed weights 0 .. 15 that published counts include
};
TORCH_MODULE(Detect);

struct YoloImpl : nn::Module {
  explicit YoloImpl(std::int64_t classes)
      : stem(Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), C2f(32, 32, 1, true)),
        to8(Conv(32, 64, 3, 2), C2f(64, 64, 2, true)),
        to16(Conv(64, 128, 3, 2), C2f(128, 128, 2, true)),
        to32(Conv(128, 256, 3, 2), C2f(256, 256, 1, true), PyramidPooling(256)),
        up16(384, 128, 1, false),
        up8(192, 64, 1, false),
        shrink8(64, 64, 3, 2),
        down16(192, 128, 1, false),
        shrink16(128, 128, 3, 2),
        down32(384, 256, 1, false),
        detect(classes) {
    const std::vector<std::pair<const char*, std::shared_ptr<nn::Module>>> parts{
        {"stem", stem.ptr()},         {"to8", to8.ptr()},       {"to16", to16.ptr()},       {"to32", to32.ptr()},
        {"up16", up16.ptr()},         {"up8", up8.ptr()},       {"shrink8", shrink8.ptr()}, {"down16", down16.ptr()},
        {"shrink16", shrink16.ptr()}, {"down32", down32.ptr()}, {"detect", detect.ptr()}};
    for (const auto& part : parts) register_module(part.first, part.second);
  }

  std::vector<Tensor> forward(const Tensor& image) {
    const Tensor b8 = to8->forward(stem->forward(image)), b16 = to16->forward(b8), b32 = to32->forward(b16);
    const Tensor n16 = up16(torch::cat({doubled(b32), b16}, 1));
    const Tensor p8 = up8(torch::cat({doubled(n16), b8}, 1));
    const Tensor p16 = down16(torch::cat({shrink8(p8), n16}, 1));
    const Tensor p32 = down32(torch::cat({shrink16(p16), b32}, 1));
    return detect->forward({p8, p16, p32});
  }

  nn::Sequential stem, to8, to16, to32;
  C2f up16, up8;
  Conv shrink8;
  C2f down16;
  Conv shrink16;
  C2f down32;
  Detect detect;
};
TORCH_MODULE(Yolo);

}  // namespace

Network yolov8n(std::int64_t classes) {
  Yolo net(classes);
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) mutable {
    return net->forward(fields[0]).back();
  };
  return {net.ptr(), forward, [net, classes](const Fields& fields) mutable {
            return detection_loss(net->forward(fields[0]), fields[1], classes).total(fields[0].size(0));
          }};
}

}  // namespace wattline::trainstep
