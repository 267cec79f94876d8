// SPDX-License-Identifier: Apache-2.0
// The sizes of a decoder-only transformer, and what they cost by the published formulas.
#pragma once
#include <cstdint>

#include "trainstep/net/network_options.hpp"

namespace wattline::trainstep {

struct LanguageSizes {
  std::int64_t vocabulary = 0, width = 0, layers = 0, heads = 0, kv_heads = 0, inner = 0;
  std::int64_t context = 0;         // most tokens of a sequence
  std::int64_t inner_matrices = 2;  // between width and inner, of a layer
  std::int64_t head_size() const { return width / heads; }
  // Numbers in the KV cache per token: keys and values of each layer.
  std::int64_t kv_per_token() const { return 2 * layers * kv_heads * head_size(); }
  // Weights that each token is multiplied by. The embedding is one of them: it is the output layer, too.
  std::int64_t multiplied_weights() const;
  // FLOPs of so many tokens, each of which attends to as many as the sequence then has.
  std::int64_t flops(std::int64_t tokens, std::int64_t sequence) const;
};

// Those of the published network, as far as they are not chosen. Throws a usage error when they do not fit together.
LanguageSizes language_sizes(const NetworkOptions& options);

}  // namespace wattline::trainstep
