// SPDX-License-Identifier: Apache-2.0
#include "trainstep/language_facts.hpp"

#include <string>

namespace wattline::trainstep {

LanguageSizes language_sizes_of(const Options& options, const Workload& workload) {
  NetworkOptions network = options.network;
  network.name = workload.name;
  return language_sizes(network);
}

io::Meta language_meta(const Options& options, const Workload& workload) {
  if (workload.samples != Samples::language || !options.network.script.empty()) return {};
  const LanguageSizes sizes = language_sizes_of(options, workload);
  const auto text = [](std::int64_t n) { return std::to_string(n); };
  return {{"layers", text(sizes.layers)},
          {"width", text(sizes.width)},
          {"heads", text(sizes.heads)},
          {"kv_heads", text(sizes.kv_heads)},
          {"vocabulary", text(sizes.vocabulary)},
          {"context", text(sizes.context)},
          {"lora_rank", text(options.network.lora_rank)},
          {"prompt_tokens", text(options.serving.prompt)},
          {"generated_tokens", text(options.serving.generate)}};
}

}  // namespace wattline::trainstep
