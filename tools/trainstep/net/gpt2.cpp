// SPDX-License-Identifier: Apache-2.0
// GPT-2 (Radford et al. 2019), with the names and shapes of Hugging Face's GPT2LMHeadModel.
#include <torch/torch.h>

#include <cmath>

#include "trainstep/net/language_parts.hpp"

namespace wattline::trainstep {

namespace {

namespace nn = torch::nn;
using torch::Tensor;

struct Gpt2AttentionImpl : nn::Module {
  Gpt2AttentionImpl(const LanguageOptions& o)
      : size(o.sizes.head_size()),
        c_attn(register_module("c_attn", Projection(o.sizes.width, 3 * o.sizes.width, Axes::in_out, o.lora_rank))),
        c_proj(register_module("c_proj", Projection(o.sizes.width, o.sizes.width, Axes::in_out))) {}

  Tensor forward(const Tensor& x, std::size_t layer, const ForwardPass& pass, double dropout) {
    const std::vector<Tensor> qkv = c_attn(x).chunk(3, -1);
    return c_proj(
        attend_in(layer, {heads_of(qkv[0], size), heads_of(qkv[1], size), heads_of(qkv[2], size)}, pass, dropout));
  }

  std::int64_t size;
  Projection c_attn, c_proj;
};
TORCH_MODULE(Gpt2Attention);

// GELU as GPT-2 computes it, with tanh.
Tensor gelu_new(const Tensor& x) {
#if TORCH_VERSION_MAJOR > 1 || TORCH_VERSION_MINOR >= 12
  return torch::gelu(x, "tanh");
#else
  return 0.5 * x * (1 + torch::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x.pow(3))));
#endif
}

struct Gpt2MlpImpl : nn::Module {
  Gpt2MlpImpl(const LanguageSizes& o)
      : c_fc(register_module("c_fc", Projection(o.width, o.inner, Axes::in_out))),
        c_proj(register_module("c_proj", Projection(o.inner, o.width, Axes::in_out))) {}

  Tensor forward(const Tensor& x) { return c_proj(gelu_new(c_fc(x))); }

  Projection c_fc, c_proj;
};
TORCH_MODULE(Gpt2Mlp);

struct Gpt2BlockImpl : nn::Module {
  Gpt2BlockImpl(const LanguageOptions& o, std::size_t number)
      : layer(number),
        dropout(o.dropout),
        ln_1(register_module("ln_1", nn::LayerNorm(nn::LayerNormOptions({o.sizes.width})))),
        attn(register_module("attn", Gpt2Attention(o))),
        ln_2(register_module("ln_2", nn::LayerNorm(nn::LayerNormOptions({o.sizes.width})))),
        mlp(register_module("mlp", Gpt2Mlp(o.sizes))) {
    // So that the sum of all layers does not grow with their number.
    const torch::NoGradGuard guard;
    const double share = 1 / std::sqrt(2.0 * static_cast<double>(o.sizes.layers));
    attn->c_proj->weight.mul_(share);
    mlp->c_proj->weight.mul_(share);
  }

  Tensor forward(const Tensor& x, const ForwardPass& pass) {
    const double p = is_training() ? dropout : 0;
    const Tensor attended = x + torch::dropout(attn(ln_1(x), layer, pass, p), p, p > 0);
    return attended + torch::dropout(mlp(ln_2(attended)), p, p > 0);
  }

  std::size_t layer;
  double dropout;
  nn::LayerNorm ln_1;
  Gpt2Attention attn;
  nn::LayerNorm ln_2;
  Gpt2Mlp mlp;
};
TORCH_MODULE(Gpt2Block);

struct Gpt2Impl : nn::Module {
  explicit Gpt2Impl(const LanguageOptions& o)
      : dropout(o.dropout),
        wte(register_module("wte", small_embedding(o.sizes.vocabulary, o.sizes.width))),
        wpe(register_module("wpe", small_embedding(o.sizes.context, o.sizes.width))) {
    for (std::int64_t i = 0; i < o.sizes.layers; ++i) h->push_back(Gpt2Block(o, static_cast<std::size_t>(i)));
    register_module("h", h);
    ln_f = register_module("ln_f", nn::LayerNorm(nn::LayerNormOptions({o.sizes.width})));
  }

  Tensor forward(const Tensor& tokens, const ForwardPass& pass) {
    Tensor x = torch::dropout(wte(tokens) + wpe(pass.places), dropout, is_training() && dropout > 0);
    for (const auto& block : *h) x = block->as<Gpt2Block>()->forward(x, pass);
    return ln_f(x);
  }

  double dropout;
  nn::Embedding wte, wpe;
  nn::ModuleList h;
  nn::LayerNorm ln_f{nullptr};
};
TORCH_MODULE(Gpt2);

}  // namespace

Network gpt2(const LanguageOptions& options) {
  Gpt2 net(options);
  const Decoder decoder = [net](const Tensor& tokens, const ForwardPass& pass) mutable {
    return net->forward(tokens, pass);
  };
  return language_network(net.ptr(), "transformer", decoder, net->wte->weight, options);
}

}  // namespace wattline::trainstep
