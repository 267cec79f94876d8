// SPDX-License-Identifier: Apache-2.0
// The networks, each with its loss. Includes LibTorch: for net/*.cpp only. Sub-modules carry the names of torchvision,
// so that weights can be compared by name.
#pragma once
#include <torch/nn.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trainstep/net/language_sizes.hpp"
#include "trainstep/net/layer.hpp"
#include "trainstep/net/network_options.hpp"
#include "trainstep/net/state_dict.hpp"

namespace wattline::trainstep {

using WriteBytes = std::function<std::size_t(const void*, std::size_t)>;
using Fields = std::vector<torch::Tensor>;  // of a batch, in the data set's order

struct LanguageModel;

struct Network {
  std::shared_ptr<torch::nn::Module> module;  // of a TorchScript file: one module with all parameters
  std::function<torch::Tensor(const Fields&)> forward;
  std::function<torch::Tensor(const Fields&)> loss;  // a scalar
  // Of a TorchScript file, whose own modules, names and archive these are.
  std::vector<Layer> layers{};
  NamedTensors state{};
  std::function<void(const WriteBytes&)> save{};
  NamedTensors tied{};                              // weights that files may name twice
  std::shared_ptr<const LanguageModel> language{};  // empty for other networks
};

// Image classifiers: fields are image and label; the loss is cross-entropy.
Network lenet(std::int64_t classes);           // 61,706 parameters: LeCun et al. 1998 with ReLU and max-pooling
Network resnet18(std::int64_t classes);        // 11,689,512 with 1000 classes: He et al. 2016
Network resnet18_cifar(std::int64_t classes);  // 3 x 3 stem, no pooling, a group norm with one channel per group
Network resnet50(std::int64_t classes);        // 25,557,032 with 1000 classes
Network vgg11(std::int64_t classes);           // 132,863,336 with 1000 classes: Simonyan and Zisserman 2015

struct MobileNetOptions {
  std::int64_t classes = 1000;
  double dropout = 0.2;
  // As of the first arXiv version of Howard et al. 2019: an expansion in each block, biases in depthwise and pointwise
  // convolutions, squeeze by exactly 4: 4,131,561 parameters with 203 classes. Otherwise torchvision's, 5,483,032 with
  // 1000.
  bool first_version = false;
};
Network mobilenet_v3_large(const MobileNetOptions& options);

// BERT with a span head: fields are ids, mask, types, start, end; the loss is the mean of both positions'
// cross-entropies (Devlin et al. 2019). Base has 108,893,186 parameters.
struct BertOptions {
  std::int64_t vocabulary = 30522, hidden = 768, layers = 12, heads = 12, inner = 3072, positions = 512;
  double dropout = 0.1;
};
Network bert(const BertOptions& options);

// A two-layer LSTM language model with tied weights: fields are tokens and following tokens; about 8.61 M parameters
// with WikiText-2's 29,423 words.
struct LstmOptions {
  std::int64_t vocabulary = 29423, hidden = 256, layers = 2;
  double dropout = 0.2;
};
Network lstm(const LstmOptions& options);

// Decoder-only language models: fields are tokens and following tokens. GPT-2 small has 124,439,808 parameters; a Llama
// of SmolLM-135M's sizes 134,515,008.
struct LanguageOptions {
  LanguageSizes sizes;
  double dropout = 0;
  std::int64_t lora_rank = 0;  // of adapters, which then are all that is trained; 0 = none
};
Network gpt2(const LanguageOptions& options);
Network llama(const LanguageOptions& options);  // no dropout

// YOLOv8 at its smallest width: fields are image and boxes (class, centre x, centre y, width, height as shares of the
// side; class -1 = none); 3,157,200 parameters with 80 classes.
Network yolov8n(std::int64_t classes);

// A TorchScript file, trained by a named loss. Throws a data error when it cannot be loaded or trained.
Network load_torchscript(const std::string& path, Loss loss);

// The network of that name, or of the file. Throws a usage error when there is none.
Network make_network(const NetworkOptions& options);

// Parameters and buffers by name.
NamedTensors state_of(const Network& network);
// "image [16, 3, 224, 224] and label [16]", by the names of the data set's fields.
std::string shapes_of(const std::vector<std::string>& names, const Fields& fields);

// The loss of a prediction.
torch::Tensor loss_of(Loss loss, const torch::Tensor& prediction, const torch::Tensor& wanted);

// Network of a module holder whose forward takes the first field, trained by cross-entropy against the second.
template <class Holder>
Network classifier(Holder net) {
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) mutable {
    return net->forward(fields[0]);
  };
  return {net.ptr(), forward,
          [forward](const Fields& fields) { return loss_of(Loss::cross_entropy, forward(fields), fields[1]); }};
}

}  // namespace wattline::trainstep
