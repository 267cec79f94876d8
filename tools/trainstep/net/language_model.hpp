// SPDX-License-Identifier: Apache-2.0
// Decoder-only transformers: what they have in common, and generating text with them. Includes LibTorch: for net/*.cpp
// only.
#pragma once
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "trainstep/net/language_sizes.hpp"

namespace wattline::trainstep {

// The keys and values of the tokens so far, of which each token's are computed once.
class KvCache {
 public:
  // For so many tokens of each sequence.
  KvCache(std::int64_t layers, std::int64_t capacity)
      : keys_(static_cast<std::size_t>(layers)), values_(keys_.size()), capacity_(capacity) {}
  // Keeps [batch, heads, length, head size] of a layer behind what it has, and returns all of it.
  std::pair<torch::Tensor, torch::Tensor> extend(std::size_t layer, const torch::Tensor& keys,
                                                 const torch::Tensor& values);
  // When all layers have been extended by so many tokens.
  void advance(std::int64_t tokens) { length_ += tokens; }
  std::int64_t length() const { return length_; }

 private:
  void put(torch::Tensor& stored, const torch::Tensor& added) const;
  std::vector<torch::Tensor> keys_, values_;
  std::int64_t capacity_;
  std::int64_t length_ = 0;
};

// What the layers of a network share in one forward pass over tokens, which follow those in the cache (if there is
// one).
struct ForwardPass {
  ForwardPass(const torch::Tensor& tokens, KvCache* cache);
  KvCache* cache;
  std::int64_t first;    // place of the first token
  torch::Tensor places;  // of the tokens
  torch::Tensor later;   // [length, all]: the tokens that a token must not see; undefined for a single token
};

// [batch, length, heads x size] of queries [batch, heads, length, size] over keys and values [batch, kv heads, all,
// size]; heads / kv heads queries share a key (grouped-query attention, Ainslie et al. 2023).
torch::Tensor attend(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
                     const ForwardPass& pass, double dropout);

struct LanguageModel {
  LanguageSizes sizes;
  // States [batch, length, width] of tokens [batch, length], which follow those in the cache; none = they come first.
  std::function<torch::Tensor(const torch::Tensor&, KvCache*)> states;
  std::function<torch::Tensor(const torch::Tensor&)> logits;  // of states
};

// The `count` likeliest tokens that follow each prompt, [batch, count]. Each is copied to the host before the next one
// is computed, as in a program that prints them; then the first one is reported.
torch::Tensor generate(const LanguageModel& model, const torch::Tensor& prompts, std::int64_t count,
                       const std::function<void()>& first_token = {});

}  // namespace wattline::trainstep
