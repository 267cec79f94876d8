// SPDX-License-Identifier: Apache-2.0
// Language models: sizes, attention with a cache, generation and adapters.
#include <torch/serialize.h>
#include <torch/torch.h>

#include <map>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/language_model.hpp"
#include "trainstep/net/network.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

NetworkOptions small_model(const std::string& name) {
  NetworkOptions options;
  options.name = name;
  options.vocabulary = 60;
  options.layers = 2;
  options.hidden = 48;
  options.heads = name == "gpt2" ? 4 : 6;  // of the latter, three share keys
  options.context = 32;
  return options;
}

TrainerOptions small_trainer(const std::string& name) {
  TrainerOptions options;
  options.network = small_model(name);
  options.optimizer = {Optimizer::adamw, 3e-3, 0, 0.1, 1};
  return options;
}

NetworkOptions published(const std::string& name, std::int64_t lora_rank = 0) {
  NetworkOptions options;
  options.name = name;
  options.lora_rank = lora_rank;
  return options;
}

void train(Trainer& trainer, int steps, std::vector<double>& losses) {
  const Dataset set = synthetic_text(256, 24, 60);
  Loader loader(set, without_workers(8));
  loader.start(sequential_order(set.size), 0);
  for (int i = 0; i < steps; ++i) {
    trainer.load(*loader.next());
    trainer.step();
    losses.push_back(trainer.loss());
  }
}

std::map<std::string, torch::Tensor> weights_of(const Trainer& trainer) {
  test::SysfsTree folder;
  trainer.save(folder.at("/w.pt").string());
  const NamedTensors read = read_state_dict(folder.at("/w.pt").string());
  return {read.begin(), read.end()};
}

double largest_difference(const torch::Tensor& a, const torch::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

const auto kBoth = {"gpt2", "llama-135m"};

}  // namespace

TEST_CASE("language models have as many parameters as published, and as many in their adapters") {
  const auto count = [](const char* name) {
    TrainerOptions options;
    options.network = published(name, 8);
    const Trainer trainer(options);
    return std::pair(trainer.parameters(), trainer.trained_parameters());
  };
  CHECK(count("gpt2") == std::pair<std::int64_t, std::int64_t>(124'439'808 + 294'912, 294'912));
  CHECK(count("llama-135m") == std::pair<std::int64_t, std::int64_t>(134'515'008 + 460'800, 460'800));
}

TEST_CASE("FLOPs and bytes per token are those of the published formulas") {
  const LanguageSizes gpt2 = language_sizes(published("gpt2"));
  CHECK(gpt2.flops(1024, 1024) == 291'648'307'200);  // nanoGPT's count of a forward pass
  // 6 N + 12 L H Q T per token of a training step, with N without the embedding of places (Chowdhery et al. 2022).
  const double formula = 6 * (124'439'808.0 - 1024 * 768) + 12.0 * 12 * 768 * 1024;
  CHECK(3 * static_cast<double>(gpt2.flops(1024, 1024)) / 1024 == Approx(formula).epsilon(1e-3));
  CHECK(gpt2.kv_per_token() == 2 * 12 * 768);
  const LanguageSizes llama = language_sizes(published("llama-135m"));
  CHECK(llama.kv_per_token() == 2 * 30 * 192);
  CHECK(llama.multiplied_weights() == 134'515'008 - 61 * 576);  // all but those of the norms
}

TEST_CASE("the FLOPs of the formula are those of the operations that run") {
  apply_process_settings({});
  for (const char* name : kBoth) {
    Trainer trainer(small_trainer(name));
    const Dataset set = synthetic_text(1, 24, 60);
    Loader loader(set, without_workers(1));
    loader.start(sequential_order(1), 0);
    trainer.load(*loader.next());
    CHECK(2 * trainer.forward_cost().multiply_adds == language_sizes(small_model(name)).flops(24, 24));
  }
}

TEST_CASE("sizes that do not fit together are refused") {
  NetworkOptions options = small_model("llama-135m");
  CHECK(language_sizes(options).kv_heads == 2);
  options.kv_heads = 4;
  CHECK_THROWS_WITH(language_sizes(options), "--kv-heads 4: does not divide the number of heads, 6");
  options.heads = 7;
  CHECK_THROWS_WITH(language_sizes(options), "--width 48: is not an even number per head, of which there are 7");
  options.heads = 0;
  options.hidden = 2048;
  CHECK(language_sizes(options).inner == 5632);  // of Llama's rule
  CHECK(language_sizes(options).heads == 32);
}

TEST_CASE("logits with a cache equal those without") {
  const torch::NoGradGuard guard;
  for (const char* name : kBoth) {
    torch::manual_seed(3);
    const Network network = make_network(small_model(name));
    network.module->eval();
    const LanguageModel& model = *network.language;
    const torch::Tensor tokens = torch::randint(60, {3, 20}, torch::kLong);
    const torch::Tensor whole = network.forward({tokens}).view({3, 20, 60});
    CHECK(largest_difference(whole.narrow(1, 0, 9), network.forward({tokens.narrow(1, 0, 9)}).view({3, 9, 60})) <
          1e-5);  // causal
    KvCache cache(model.sizes.layers, 20);
    std::vector<torch::Tensor> parts;
    for (const auto& [begin, length] : {std::pair(0, 7), std::pair(7, 5), std::pair(12, 1), std::pair(13, 7)}) {
      parts.push_back(model.logits(model.states(tokens.narrow(1, begin, length), &cache)));
    }
    CHECK(cache.length() == 20);
    CHECK(largest_difference(torch::cat(parts, 1), whole) < 1e-5);
  }
}

TEST_CASE("the generated tokens are the likeliest ones, and the first is reported once") {
  const torch::NoGradGuard guard;
  for (const char* name : kBoth) {
    torch::manual_seed(4);
    const Network network = make_network(small_model(name));
    network.module->eval();
    torch::Tensor tokens = torch::randint(60, {2, 5}, torch::kLong);
    int reports = 0;
    const torch::Tensor generated = generate(*network.language, tokens, 8, [&] { ++reports; });
    CHECK(reports == 1);
    for (int i = 0; i < 8; ++i) {
      const torch::Tensor next = network.forward({tokens}).view({2, -1, 60}).select(1, -1).argmax(-1, true);
      tokens = torch::cat({tokens, next}, 1);
    }
    CHECK(generated.equal(tokens.narrow(1, 5, 8)));
  }
}

TEST_CASE("the loss of a language model falls on text that can be learned") {
  apply_process_settings({});
  for (const char* name : kBoth) {
    Trainer trainer(small_trainer(name));
    std::vector<double> losses;
    train(trainer, 30, losses);
    CHECK(losses.front() == Approx(std::log(60)).epsilon(0.05));
    CHECK(losses.back() < 0.5 * losses.front());
  }
}

TEST_CASE("adapters are trained from the network as it is, and leave its weights alone") {
  apply_process_settings({});
  for (const char* name : kBoth) {
    TrainerOptions options = small_trainer(name);
    std::vector<double> plain, adapted;
    Trainer base(options);
    train(base, 1, plain);
    options.network.lora_rank = 4;
    options.optimizer.learning_rate = 3e-2;
    Trainer trainer(options);
    const auto before = weights_of(trainer);
    train(trainer, 30, adapted);
    CHECK(adapted.back() < 0.98 * adapted.front());
    const auto after = weights_of(trainer);
    REQUIRE(before.size() == after.size());
    for (const auto& [weight, value] : before) {
      INFO(weight);
      CHECK(value.equal(after.at(weight)) == (weight.find("lora_") == std::string::npos));
    }
  }
}

TEST_CASE("adapters are added to the weights of a file, which may have the output layer, too") {
  test::SysfsTree folder;
  const std::string file = folder.at("/w.pt").string();
  const auto write_with_head = [&](double offset) {
    torch::manual_seed(5);
    const Network network = make_network(small_model("gpt2"));
    const auto head = std::make_shared<torch::nn::Module>();
    head->register_parameter("weight", network.tied[0].second + offset);
    network.module->register_module("lm_head", head);
    torch::serialize::OutputArchive archive;
    network.module->save(archive);
    archive.save_to(file);
  };
  TrainerOptions options = small_trainer("gpt2");
  options.network.weights = file;
  options.network.lora_rank = 4;
  write_with_head(0);
  CHECK(Trainer(options).trained_parameters() == 2 * 4 * (48 + 144));
  write_with_head(1);
  CHECK_THROWS_WITH(Trainer(options), Catch::Matchers::ContainsSubstring("lm_head.weight is not the embedding"));
}

TEST_CASE("a language model answers with as many tokens as asked for") {
  apply_process_settings({});
  TrainerOptions options = small_trainer("llama-135m");
  options.generate = 4;
  Trainer trainer(options);
  const Dataset set = synthetic_text(2, 8, 60);
  Loader loader(set, without_workers(2));
  loader.start(sequential_order(2), 0);
  trainer.load(*loader.next());
  int reports = 0;
  trainer.infer([&] { ++reports; });
  CHECK(reports == 1);
}
