// SPDX-License-Identifier: Apache-2.0
#include "trainstep/language_flags.hpp"

#include <cstdint>

#include "cli/option_types.hpp"

namespace wattline::trainstep {

namespace {

constexpr double kMostTokens = 1'048'576;

}  // namespace

void declare_language(cli::App& app, NetworkOptions& network, InterleaveOptions& serving) {
  const auto add = [&app](const char* name, std::int64_t& value, double most, const char* help) {
    app.add_option(name, value, help).type_name("N").check(cli::between(1, most));
  };
  add("--layers", network.layers, 1000, "Layers of a network for text [the published network's]");
  add("--width", network.hidden, 65536, "Width of a network for text [the published network's]");
  add("--heads", network.heads, 1024, "Attention heads of a language model [a head per 64 of its width]");
  add("--kv-heads", network.kv_heads, 1024, "Heads of llama-135m that have keys and values [a third of --heads]");
  add("--context", network.context, kMostTokens, "Most tokens of a sequence [the published network's]");
  add("--lora", network.lora_rank, 1024, "Train only adapters of this rank, and leave the weights as they are");
  add("--prompt", serving.prompt, kMostTokens, "Tokens of a request's prompt [64]");
  add("--generate", serving.generate, kMostTokens, "Tokens to generate for a request [32]");
}

}  // namespace wattline::trainstep
