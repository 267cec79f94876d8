// SPDX-License-Identifier: Apache-2.0
#include "trainstep/language_options.hpp"

#include "base/error.hpp"
#include "trainstep/language_facts.hpp"
#include "trainstep/net/language_sizes.hpp"
#include "trainstep/run_setup.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kPrompt = 64, kGenerate = 32, kBertPositions = 512;

bool is_language(const std::string& workload) {
  return find_workload(workload).samples == Samples::language;
}

void check_takers(const Options& o, const std::vector<std::string>& names) {
  const auto require = [&](bool given, const char* option, std::initializer_list<Samples> takers) {
    if (given && !o.network.script.empty()) throw usage_error(std::string(option) + " cannot be combined with --model");
    require_samples(names, given, option, takers, "");
  };
  require(o.network.layers > 0, "--layers", {Samples::text, Samples::language});
  require(o.network.hidden > 0, "--width", {Samples::text, Samples::language});
  require(o.network.heads > 0, "--heads", {Samples::language});
  require(o.network.kv_heads > 0, "--kv-heads", {Samples::language});
  require(o.network.context > 0, "--context", {Samples::language});
  require(o.network.lora_rank > 0, "--lora", {Samples::language});
  require(o.serving.prompt > 0, "--prompt", {Samples::language});
  require(o.serving.generate > 0, "--generate", {Samples::language});
}

void check_fits(std::int64_t tokens, const std::string& what, std::int64_t context, const std::string& workload) {
  if (tokens <= context) return;
  throw usage_error(
      what + ": " + std::to_string(tokens) + " tokens are more than " + workload + " takes, " + std::to_string(context),
      "give fewer, or --context " + std::to_string(tokens));
}

void check_sizes(const Options& o, const std::string& workload) {
  if (workload.compare(0, 4, "bert") == 0 && o.data.length > kBertPositions) {
    throw usage_error("--length " + std::to_string(o.data.length) + ": " + workload + " takes up to 512 tokens");
  }
  if (!is_language(workload)) return;
  if (workload == "gpt2" && o.network.kv_heads > 0) {
    throw usage_error("--kv-heads cannot be combined with gpt2", "each of its heads has keys and values of its own");
  }
  const std::int64_t context = language_sizes_of(o, find_workload(workload)).context;
  check_fits(o.data.length, "--length", context, workload);
}

void complete_requests(Options& o, const std::string& served) {
  InterleaveOptions& serving = o.serving;
  if (!is_language(served)) return;
  if (serving.prompt == 0) serving.prompt = o.data.length > 0 ? o.data.length : kPrompt;
  if (serving.generate == 0) serving.generate = kGenerate;
  check_fits(serving.prompt + serving.generate, "--prompt and --generate",
             language_sizes_of(o, find_workload(served)).context, served);
  if (o.infer && o.data.path.empty() && o.infer_data.empty()) o.synthetic = true;
}

// Text is long, and a user of a language model waits for an answer alone.
void complete_batches(Options& o, const std::vector<std::string>& names) {
  constexpr int kUsual = 16, kOfLanguage = 4;
  if (o.loader.batch == 0) o.loader.batch = is_language(names.front()) ? kOfLanguage : kUsual;
  if (o.serving.batch == 0) o.serving.batch = is_language(names.back()) ? 1 : kUsual;
}

}  // namespace

void complete_language(Options& o) {
  if (o.workload.empty() && o.interleave.empty() && o.network.script.empty()) return;  // which is refused
  const std::vector<std::string> names = workloads_of(o);
  check_takers(o, names);
  for (const std::string& name : names) check_sizes(o, name);
  const bool serves = o.infer || !o.interleave.empty();
  if (!serves && (o.serving.prompt > 0 || o.serving.generate > 0)) {
    throw usage_error(std::string(o.serving.prompt > 0 ? "--prompt" : "--generate") +
                      " requires --infer or --interleave");
  }
  if (serves) complete_requests(o, names.back());
  complete_batches(o, names);
}

}  // namespace wattline::trainstep
