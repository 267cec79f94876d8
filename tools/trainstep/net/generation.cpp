// SPDX-License-Identifier: Apache-2.0
#include <torch/torch.h>

#include <cmath>
#include <limits>

#include "trainstep/net/language_model.hpp"

namespace wattline::trainstep {

using torch::Tensor;

// Memory is taken with the first tokens, which are of the type that the network computes with.
void KvCache::put(Tensor& stored, const Tensor& added) const {
  if (!stored.defined())
    stored = torch::empty({added.size(0), added.size(1), capacity_, added.size(3)}, added.options());
  stored.narrow(2, length_, added.size(2)).copy_(added);
}

std::pair<Tensor, Tensor> KvCache::extend(std::size_t layer, const Tensor& keys, const Tensor& values) {
  put(keys_[layer], keys);
  put(values_[layer], values);
  const std::int64_t all = length_ + keys.size(2);
  return {keys_[layer].narrow(2, 0, all), values_[layer].narrow(2, 0, all)};
}

ForwardPass::ForwardPass(const Tensor& tokens, KvCache* with)
    : cache(with), first(with == nullptr ? 0 : with->length()) {
  const std::int64_t length = tokens.size(1), all = first + length;
  places = torch::arange(first, all, tokens.options());
  if (length > 1) {
    later = torch::ones({length, all}, tokens.options().dtype(torch::kBool)).triu(first + 1);
  }
}

Tensor attend(const Tensor& queries, const Tensor& keys, const Tensor& values, const ForwardPass& pass,
              double dropout) {
  const std::int64_t batch = queries.size(0), heads = queries.size(1), length = queries.size(2), size = queries.size(3);
  const std::int64_t kv_heads = keys.size(1), sharing = heads / kv_heads, all = keys.size(2);
  const Tensor grouped = queries.reshape({batch, kv_heads, sharing * length, size});
  Tensor scores = torch::matmul(grouped / std::sqrt(static_cast<double>(size)), keys.transpose(-1, -2));
  if (pass.later.defined()) {
    const Tensor each = scores.view({batch, kv_heads, sharing, length, all});
    scores = each.masked_fill(pass.later, -std::numeric_limits<double>::infinity()).view(scores.sizes());
  }
  Tensor shares = torch::softmax(scores, -1);
  if (dropout > 0) shares = torch::dropout(shares, dropout, true);
  const Tensor mixed = torch::matmul(shares, values).view({batch, heads, length, size});
  return mixed.transpose(1, 2).reshape({batch, length, heads * size});
}

Tensor generate(const LanguageModel& model, const Tensor& prompts, std::int64_t count,
                const std::function<void()>& first_token) {
  KvCache cache(model.sizes.layers, prompts.size(1) + count - 1);
  std::vector<Tensor> generated;
  Tensor next = prompts;
  for (std::int64_t i = 0; i < count; ++i) {
    const Tensor states = model.states(next, &cache);
    next = model.logits(states.narrow(1, states.size(1) - 1, 1)).argmax(-1);
    generated.push_back(next.to(torch::kCPU));
    if (i == 0 && first_token) first_token();
  }
  return torch::cat(generated, 1);
}

}  // namespace wattline::trainstep
