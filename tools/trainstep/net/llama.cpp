// SPDX-License-Identifier: Apache-2.0
// A network with the parts of Llama (Touvron et al. 2023), with the names and shapes of Hugging Face's
// LlamaForCausalLM.
#include <torch/torch.h>

#include <cmath>

#include "trainstep/net/language_parts.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

struct RmsNormImpl : nn::Module {
  explicit RmsNormImpl(std::int64_t width) : weight(register_parameter("weight", torch::ones({width}))) {}

  Tensor forward(const Tensor& x) {
    constexpr double kEpsilon = 1e-5;
    return x * torch::rsqrt(x.pow(2).mean(-1, true) + kEpsilon) * weight;
  }

  Tensor weight;
};
TORCH_MODULE(RmsNorm);

// Rotary position embedding (Su et al. 2021): cosine and sine of each place, [length, head size].
struct Rotation {
  Rotation(const ForwardPass& pass, std::int64_t size) {
    constexpr double kBase = 10'000;
    const auto real = pass.places.options().dtype(torch::kFloat);
    const Tensor rates = torch::pow(kBase, torch::arange(0, size, 2, real) / -static_cast<double>(size));
    const Tensor angles = torch::outer(pass.places.to(torch::kFloat), rates).repeat({1, 2});
    cosine = angles.cos();
    sine = angles.sin();
  }
  Tensor operator()(const Tensor& x) const {
    const std::vector<Tensor> halves = x.chunk(2, -1);
    return x * cosine.to(x.dtype()) + torch::cat({-halves[1], halves[0]}, -1) * sine.to(x.dtype());
  }
  Tensor cosine, sine;
};

struct LlamaAttentionImpl : nn::Module {
  LlamaAttentionImpl(const LanguageOptions& o) : size(o.sizes.head_size()) {
    const std::int64_t width = o.sizes.width, keys = o.sizes.kv_heads * size;
    q_proj = register_module("q_proj", Projection(width, width, Axes::out_in, o.lora_rank));
    k_proj = register_module("k_proj", Projection(width, keys, Axes::out_in));
    v_proj = register_module("v_proj", Projection(width, keys, Axes::out_in, o.lora_rank));
    o_proj = register_module("o_proj", Projection(width, width, Axes::out_in));
  }

  Tensor forward(const Tensor& x, std::size_t layer, const ForwardPass& pass, const Rotation& rotate) {
    const Tensor q = rotate(heads_of(q_proj(x), size)), k = rotate(heads_of(k_proj(x), size));
    return o_proj(attend_in(layer, {q, k, heads_of(v_proj(x), size)}, pass, 0));
  }

  std::int64_t size;
  Projection q_proj{nullptr}, k_proj{nullptr}, v_proj{nullptr}, o_proj{nullptr};
};
TORCH_MODULE(LlamaAttention);

// SwiGLU (Shazeer 2020).
struct LlamaMlpImpl : nn::Module {
  LlamaMlpImpl(const LanguageSizes& o)
      : gate_proj(register_module("gate_proj", Projection(o.width, o.inner, Axes::out_in))),
        up_proj(register_module("up_proj", Projection(o.width, o.inner, Axes::out_in))),
        down_proj(register_module("down_proj", Projection(o.inner, o.width, Axes::out_in))) {}

  Tensor forward(const Tensor& x) { return down_proj(torch::silu(gate_proj(x)) * up_proj(x)); }

  Projection gate_proj, up_proj, down_proj;
};
TORCH_MODULE(LlamaMlp);

struct LlamaBlockImpl : nn::Module {
  LlamaBlockImpl(const LanguageOptions& o, std::size_t number)
      : layer(number),
        self_attn(register_module("self_attn", LlamaAttention(o))),
        mlp(register_module("mlp", LlamaMlp(o.sizes))),
        input_layernorm(register_module("input_layernorm", RmsNorm(o.sizes.width))),
        post_attention_layernorm(register_module("post_attention_layernorm", RmsNorm(o.sizes.width))) {}

  Tensor forward(const Tensor& x, const ForwardPass& pass, const Rotation& rotate) {
    const Tensor attended = x + self_attn(input_layernorm(x), layer, pass, rotate);
    return attended + mlp(post_attention_layernorm(attended));
  }

  std::size_t layer;
  LlamaAttention self_attn;
  LlamaMlp mlp;
  RmsNorm input_layernorm, post_attention_layernorm;
};
TORCH_MODULE(LlamaBlock);

struct LlamaImpl : nn::Module {
  explicit LlamaImpl(const LanguageOptions& o)
      : head_size(o.sizes.head_size()),
        embed_tokens(register_module("embed_tokens", small_embedding(o.sizes.vocabulary, o.sizes.width))) {
    for (std::int64_t i = 0; i < o.sizes.layers; ++i) layers->push_back(LlamaBlock(o, static_cast<std::size_t>(i)));
    register_module("layers", layers);
    norm = register_module("norm", RmsNorm(o.sizes.width));
  }

  Tensor forward(const Tensor& tokens, const ForwardPass& pass) {
    const Rotation rotate(pass, head_size);
    Tensor x = embed_tokens(tokens);
    for (const auto& block : *layers) x = block->as<LlamaBlock>()->forward(x, pass, rotate);
    return norm(x);
  }

  std::int64_t head_size;
  nn::Embedding embed_tokens;
  nn::ModuleList layers;
  RmsNorm norm{nullptr};
};
TORCH_MODULE(Llama);

}  // namespace

Network llama(const LanguageOptions& options) {
  Llama net(options);
  const Decoder decoder = [net](const Tensor& tokens, const ForwardPass& pass) mutable {
    return net->forward(tokens, pass);
  };
  return language_network(net.ptr(), "model", decoder, net->embed_tokens->weight, options);
}

}  // namespace wattline::trainstep
