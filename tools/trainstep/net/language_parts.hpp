// SPDX-License-Identifier: Apache-2.0
// The parts of decoder-only transformers. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/nn.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "trainstep/net/language_model.hpp"
#include "trainstep/net/network.hpp"
#include "trainstep/net/projection.hpp"

namespace wattline::trainstep {

torch::nn::Embedding small_embedding(std::int64_t rows, std::int64_t width);

// [batch, length, heads x size] to [batch, heads, length, size].
torch::Tensor heads_of(const torch::Tensor& x, std::int64_t size);

struct QueryKeyValue {
  torch::Tensor query, key, value;
};
// Attention of a layer, also to the tokens in the cache.
torch::Tensor attend_in(std::size_t layer, QueryKeyValue projected, const ForwardPass& pass, double dropout);

// States of tokens in a pass.
using Decoder = std::function<torch::Tensor(const torch::Tensor&, const ForwardPass&)>;
// A network of the module, which has that name in it, and whose embedding is the output layer, too.
Network language_network(const std::shared_ptr<torch::nn::Module>& module, const char* name, const Decoder& decoder,
                         const torch::Tensor& embedding, const LanguageOptions& options);

}  // namespace wattline::trainstep
