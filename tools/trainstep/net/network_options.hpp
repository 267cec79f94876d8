// SPDX-License-Identifier: Apache-2.0
// What can be chosen of a network: which one, its sizes and its loss.
#pragma once
#include <cstdint>
#include <string>

namespace wattline::trainstep {

// What a network is trained by: bce takes logits.
enum class Loss { cross_entropy, mse, l1, bce };

// 0, or a negative dropout, stands for what the published network has.
struct NetworkOptions {
  std::string name;
  std::string script;               // a TorchScript file, instead of a name
  std::string weights;              // a file with its first weights; empty = random ones
  Loss loss = Loss::cross_entropy;  // of a script
  std::int64_t classes = 0, vocabulary = 0, hidden = 0, layers = 0;
  std::int64_t heads = 0, kv_heads = 0, context = 0;  // of a language model
  std::int64_t lora_rank = 0;                         // of its adapters; 0 = none, and all weights are trained
  double dropout = -1;
};

}  // namespace wattline::trainstep
