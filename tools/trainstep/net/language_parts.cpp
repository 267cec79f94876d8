// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/language_parts.hpp"

#include <torch/torch.h>

#include <cmath>

namespace wattline::trainstep {

namespace F = torch::nn::functional;
using torch::Tensor;

namespace {

// With adapters, only they are trained.
void freeze_all_but_adapters(torch::nn::Module& network) {
  for (auto& parameter : network.named_parameters()) {
    parameter.value().set_requires_grad(parameter.key().find("lora_") != std::string::npos);
  }
}

}  // namespace

torch::nn::Embedding small_embedding(std::int64_t rows, std::int64_t width) {
  torch::nn::Embedding made(rows, width);
  const torch::NoGradGuard guard;
  made->weight.mul_(kFirstWeightsDeviation);
  return made;
}

Tensor heads_of(const Tensor& x, std::int64_t size) {
  return x.view({x.size(0), x.size(1), -1, size}).transpose(1, 2);
}

Tensor attend_in(std::size_t layer, QueryKeyValue projected, const ForwardPass& pass, double dropout) {
  auto& [query, key, value] = projected;
  if (pass.cache != nullptr) std::tie(key, value) = pass.cache->extend(layer, key, value);
  return attend(query, key, value, pass, dropout);
}

Network language_network(const std::shared_ptr<torch::nn::Module>& module, const char* name, const Decoder& decoder,
                         const Tensor& embedding, const LanguageOptions& options) {
  const auto whole = std::make_shared<torch::nn::Module>();
  whole->register_module(name, module);
  if (options.lora_rank > 0) freeze_all_but_adapters(*whole);
  const auto states = [decoder](const Tensor& tokens, KvCache* cache) {
    const Tensor x = decoder(tokens, ForwardPass(tokens, cache));
    if (cache != nullptr) cache->advance(tokens.size(1));
    return x;
  };
  const auto logits = [embedding](const Tensor& x) { return F::linear(x, embedding); };
  const auto forward = [=](const Fields& fields) { return logits(states(fields[0], nullptr)).flatten(0, 1); };
  const auto loss = [=](const Fields& fields) {
    return loss_of(Loss::cross_entropy, forward(fields), fields[1].flatten());
  };
  Network made{whole, forward, loss};
  made.tied = {{"lm_head.weight", embedding}};
  made.language = std::make_shared<const LanguageModel>(LanguageModel{options.sizes, states, logits});
  return made;
}

}  // namespace wattline::trainstep
