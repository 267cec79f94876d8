// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/checkpoint.hpp"

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/process_settings.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

TrainerOptions network(const std::string& name, Optimizer optimizer) {
  TrainerOptions options;
  options.network.name = name;
  options.network.vocabulary = 60;
  options.network.hidden = 32;
  options.optimizer = {optimizer, 0.01, 0.9, 0.01, 0.5};
  options.rate = {RateSchedule::cosine, 3, 12};
  return options;
}

// Losses of minibatches of a set, from one number to another.
std::vector<double> train(Trainer& trainer, const Dataset& set, std::size_t batch, int from, int to) {
  Loader loader(set, without_workers(batch));
  loader.start(sequential_order(set.size), 0, static_cast<std::size_t>(from));
  std::vector<double> losses;
  for (int i = from; i < to; ++i) {
    trainer.load(*loader.next());
    trainer.step();
    losses.push_back(trainer.loss());
  }
  return losses;
}

// Twelve minibatches, without an interruption and with one after five, for which another trainer goes on.
void check_goes_on(TrainerOptions options, const Dataset& set, std::size_t batch) {
  apply_process_settings({});
  test::SysfsTree folder;
  const std::string file = folder.at("/c.pt").string();
  std::vector<double> whole, parts;
  {
    Trainer trainer(options);
    whole = train(trainer, set, batch, 0, 12);
  }
  {
    Trainer trainer(options);
    parts = train(trainer, set, batch, 0, 5);
    write_checkpoint(file, {{{"seed", "1"}}, 0, 5, 4}, &trainer);
  }
  options.seed = 9;
  Trainer trainer(options);
  restore_checkpoint(file, trainer);
  const auto rest = train(trainer, set, batch, 5, 12);
  parts.insert(parts.end(), rest.begin(), rest.end());
  CHECK(parts == whole);
}

}  // namespace

TEST_CASE("a training that goes on from a checkpoint has the losses of an uninterrupted one") {
  SECTION("momentum") {
    check_goes_on(network("lenet", Optimizer::sgd), synthetic_images(48, 1, 28, 10), 4);
  }
  SECTION("Adam's means, and dropout") {
    check_goes_on(network("lstm", Optimizer::adam), synthetic_text(48, 8, 60), 4);
  }
  SECTION("AdamW, and gradients that are summed up") {
    TrainerOptions options = network("lenet", Optimizer::adamw);
    options.accumulate = 3;
    check_goes_on(options, synthetic_images(48, 1, 28, 10), 4);
  }
  SECTION("batch norms, dropout and bfloat16") {
    TrainerOptions options = network("mobilenetv3", Optimizer::sgd);
    options.precision = Precision::bf16;
    options.channels_last = true;
    check_goes_on(options, synthetic_images(24, 3, 32, 10), 2);
  }
}

TEST_CASE("facts of a checkpoint are read without a network") {
  test::SysfsTree folder;
  const std::string file = folder.at("/c.pt").string();
  write_checkpoint(file, {{{"batch", "16"}, {"seed", "1"}}, 2, 30, 29, "done"}, nullptr);
  const CheckpointFacts facts = read_checkpoint(file);
  CHECK(facts.settings == std::vector<std::pair<std::string, std::string>>{{"batch", "16"}, {"seed", "1"}});
  CHECK(facts.epoch == 2);
  CHECK(facts.steps == 30);
  CHECK(facts.counted == 29);
  CHECK(facts.end == "done");
  Trainer lenet(network("lenet", Optimizer::sgd));
  CHECK_THROWS_WITH(restore_checkpoint(file, lenet), Catch::Contains("has no conv1.weight"));
}

TEST_CASE("a checkpoint of another optimizer is refused") {
  apply_process_settings({});
  test::SysfsTree folder;
  const std::string file = folder.at("/c.pt").string();
  Trainer adam(network("lenet", Optimizer::adam)), sgd(network("lenet", Optimizer::sgd));
  write_checkpoint(file, {}, &adam);
  CHECK_THROWS_WITH(restore_checkpoint(file, sgd), Catch::Contains("is the checkpoint of another run"));
  CHECK_THROWS_AS(read_checkpoint(folder.at("/none.pt").string()), Error);
}

TEST_CASE("two halves of a batch whose gradients are accumulated give the update of the whole") {
  const Dataset set = synthetic_images(64, 1, 28, 10);
  TrainerOptions whole = network("lenet", Optimizer::sgd), halves = whole;
  whole.rate = halves.rate = {};
  halves.accumulate = 2;
  Trainer a(whole), b(halves);
  const auto of_whole = train(a, set, 16, 0, 4), of_halves = train(b, set, 8, 0, 8);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(of_whole[i] == Approx((of_halves[2 * i] + of_halves[2 * i + 1]) / 2).epsilon(1e-4));
  }
}
