// SPDX-License-Identifier: Apache-2.0
// Networks for text: BERT and an LSTM, both over token numbers.
#include <cmath>

#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

nn::LayerNorm layer_norm(std::int64_t size) {
  return nn::LayerNorm(nn::LayerNormOptions({size}).eps(1e-12));
}

struct BertLayerImpl : nn::Module {
  explicit BertLayerImpl(const BertOptions& o)
      : heads(o.heads),
        query(register_module("query", nn::Linear(o.hidden, o.hidden))),
        key(register_module("key", nn::Linear(o.hidden, o.hidden))),
        value(register_module("value", nn::Linear(o.hidden, o.hidden))),
        attended(register_module("attended", nn::Linear(o.hidden, o.hidden))),
        inner(register_module("inner", nn::Linear(o.hidden, o.inner))),
        outer(register_module("outer", nn::Linear(o.inner, o.hidden))),
        norm1(register_module("norm1", layer_norm(o.hidden))),
        norm2(register_module("norm2", layer_norm(o.hidden))),
        dropout(register_module("dropout", nn::Dropout(o.dropout))) {}

  // [batch, length, hidden] to [batch, heads, length, hidden / heads].
  Tensor split(const Tensor& x) const {
    return x.view({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
  }

  Tensor attend(const Tensor& x, const Tensor& mask) {
    const Tensor q = split(query(x)), k = split(key(x)), v = split(value(x));
    const Tensor scores = torch::matmul(q, k.transpose(-1, -2)) / std::sqrt(static_cast<double>(q.size(-1))) + mask;
    const Tensor mixed = torch::matmul(dropout(torch::softmax(scores, -1)), v);
    return mixed.transpose(1, 2).reshape(x.sizes());
  }

  Tensor forward(Tensor x, const Tensor& mask) {
    x = norm1(x + dropout(attended(attend(x, mask))));
    return norm2(x + dropout(outer(torch::gelu(inner(x)))));
  }

  std::int64_t heads;
  nn::Linear query, key, value, attended, inner, outer;
  nn::LayerNorm norm1, norm2;
  nn::Dropout dropout;
};
TORCH_MODULE(BertLayer);

struct BertImpl : nn::Module {
  explicit BertImpl(const BertOptions& o)
      : words(register_module("words", nn::Embedding(nn::EmbeddingOptions(o.vocabulary, o.hidden).padding_idx(0)))),
        positions(register_module("positions", nn::Embedding(o.positions, o.hidden))),
        types(register_module("types", nn::Embedding(2, o.hidden))),
        norm(register_module("norm", layer_norm(o.hidden))),
        dropout(register_module("dropout", nn::Dropout(o.dropout))),
        span(register_module("span", nn::Linear(o.hidden, 2))) {
    for (std::int64_t i = 0; i < o.layers; ++i) layers->push_back(BertLayer(o));
    register_module("layers", layers);
    initialise();
  }

  void initialise() {
    constexpr double kDeviation = 0.02;
    const torch::NoGradGuard guard;
    for (const auto& part : modules(false)) {
      if (auto* linear = part->as<nn::Linear>()) {
        linear->weight.normal_(0, kDeviation);
        linear->bias.zero_();
      }
      if (auto* embedding = part->as<nn::Embedding>()) embedding->weight.normal_(0, kDeviation);
    }
  }

  // [batch, length, 2]: scores of the answer's first and last token.
  Tensor forward(const Tensor& ids, const Tensor& mask, const Tensor& kinds) {
    constexpr double kHidden = -1e4;  // a score that softmax turns to nothing, also in half precision
    const Tensor places = torch::arange(ids.size(1), ids.options()).unsqueeze(0);
    Tensor x = dropout(norm(words(ids) + positions(places) + types(kinds)));
    const Tensor hidden = (1 - mask.to(x.dtype())).unsqueeze(1).unsqueeze(1) * kHidden;
    for (const auto& layer : *layers) x = layer->as<BertLayer>()->forward(x, hidden);
    return span(x);
  }

  nn::Embedding words, positions, types;
  nn::LayerNorm norm;
  nn::Dropout dropout;
  nn::Linear span;
  nn::ModuleList layers;
};
TORCH_MODULE(Bert);

struct LstmModelImpl : nn::Module {
  explicit LstmModelImpl(const LstmOptions& o)
      : embedding(register_module("embedding", nn::Embedding(o.vocabulary, o.hidden))),
        rnn(register_module(
            "rnn",
            nn::LSTM(nn::LSTMOptions(o.hidden, o.hidden).num_layers(o.layers).dropout(o.dropout).batch_first(true)))),
        dropout(register_module("dropout", nn::Dropout(o.dropout))),
        bias(register_parameter("bias", torch::zeros({o.vocabulary}))) {
    const torch::NoGradGuard guard;
    embedding->weight.uniform_(-0.1, 0.1);
  }

  // [batch * length, vocabulary]; the output layer is the embedding itself.
  Tensor forward(const Tensor& tokens) {
    const Tensor states = std::get<0>(rnn(dropout(embedding(tokens))));
    return torch::nn::functional::linear(dropout(states).flatten(0, 1), embedding->weight, bias);
  }

  nn::Embedding embedding;
  nn::LSTM rnn;
  nn::Dropout dropout;
  Tensor bias;
};
TORCH_MODULE(LstmModel);

}  // namespace

Network bert(const BertOptions& options) {
  Bert net(options);
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) mutable {
    return net->forward(fields[0], fields[1], fields[2]);
  };
  return {net.ptr(), forward, [forward](const Fields& fields) {
            const Tensor scores = forward(fields);
            return (loss_of(Loss::cross_entropy, scores.select(2, 0), fields[3]) +
                    loss_of(Loss::cross_entropy, scores.select(2, 1), fields[4])) /
                   2;
          }};
}

Network lstm(const LstmOptions& options) {
  LstmModel net(options);
  const std::function<torch::Tensor(const Fields&)> forward = [net](const Fields& fields) mutable {
    return net->forward(fields[0]);
  };
  return {net.ptr(), forward, [forward](const Fields& fields) {
            return loss_of(Loss::cross_entropy, forward(fields), fields[1].flatten());
          }};
}

}  // namespace wattline::trainstep
