// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/language_sizes.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kHeadSize = 64;                                    // of both networks
constexpr LanguageSizes kGpt2{50257, 768, 12, 12, 12, 3072, 1024};        // GPT-2 small
constexpr LanguageSizes kLlama135m{49152, 576, 30, 9, 3, 1536, 2048, 3};  // SmolLM-135M

// As in Llama: two thirds of four widths, rounded up.
std::int64_t llama_inner(std::int64_t width) {
  constexpr std::int64_t kMultiple = 256;
  return (8 * width / 3 + kMultiple - 1) / kMultiple * kMultiple;
}

void replace(std::int64_t& published, std::int64_t chosen) {
  if (chosen > 0) published = chosen;
}

// A third of the heads where that is possible, as in the published network.
std::int64_t usual_kv_heads(std::int64_t heads) {
  return heads % 3 == 0 ? heads / 3 : heads;
}

void check(const LanguageSizes& sizes) {
  const auto refuse = [](const char* option, std::int64_t value, const std::string& problem) {
    throw usage_error(std::string(option) + " " + std::to_string(value) + problem);
  };
  if (sizes.width % sizes.heads != 0 || sizes.head_size() % 2 != 0) {
    refuse("--width", sizes.width,
           ": is not an even number per head, of which there are " + std::to_string(sizes.heads));
  }
  if (sizes.heads % sizes.kv_heads != 0) {
    refuse("--kv-heads", sizes.kv_heads, ": does not divide the number of heads, " + std::to_string(sizes.heads));
  }
}

}  // namespace

std::int64_t LanguageSizes::multiplied_weights() const {
  const std::int64_t attention = 2 * width * width + 2 * width * kv_heads * head_size();
  return layers * (attention + inner_matrices * width * inner) + vocabulary * width;
}

std::int64_t LanguageSizes::flops(std::int64_t tokens, std::int64_t sequence) const {
  const std::int64_t scores_and_mixing = 2 * layers * width * sequence;
  return 2 * tokens * (multiplied_weights() + scores_and_mixing);
}

LanguageSizes language_sizes(const NetworkOptions& options) {
  const bool gpt2 = options.name == "gpt2";
  LanguageSizes sizes = gpt2 ? kGpt2 : kLlama135m;
  replace(sizes.vocabulary, options.vocabulary);
  replace(sizes.layers, options.layers);
  replace(sizes.context, options.context);
  if (options.hidden > 0) {
    sizes.width = options.hidden;
    sizes.inner = gpt2 ? 4 * sizes.width : llama_inner(sizes.width);
    sizes.heads = std::max<std::int64_t>(1, sizes.width / kHeadSize);
  }
  replace(sizes.heads, options.heads);
  sizes.kv_heads = gpt2 ? sizes.heads : usual_kv_heads(sizes.heads);
  if (!gpt2) replace(sizes.kv_heads, options.kv_heads);
  check(sizes);
  return sizes;
}

}  // namespace wattline::trainstep
