// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/trainer.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "catch.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

// Images whose brightness is their class.
Batch bright_images(std::int64_t channels, std::int64_t side, std::size_t samples) {
  Batch batch({{"image", Element::f32, {channels, side, side}}, {"label", Element::i64, {}}}, samples, plain_memory());
  Random random(1);
  for (std::size_t k = 0; k < samples; ++k) {
    const auto label = static_cast<std::int64_t>(k % 4);
    float* image = batch.floats(0, k);
    for (std::int64_t i = 0; i < channels * side * side; ++i) {
      image[i] = static_cast<float>(label) - 1.5f + static_cast<float>(random.uniform(-0.1, 0.1));
    }
    *batch.integers(1, k) = label;
  }
  batch.samples = samples;
  return batch;
}

std::vector<double> losses(const std::string& network, const Batch& batch, int steps) {
  configure_process(1, true);
  TrainerOptions options;
  options.network = network;
  Trainer trainer(options);
  std::vector<double> values;
  for (int i = 0; i < steps; ++i) {
    trainer.load(batch);
    trainer.step();
    values.push_back(trainer.loss());
  }
  return values;
}

std::int64_t parameters(const std::string& network) {
  TrainerOptions options;
  options.network = network;
  return Trainer(options).parameters();
}

}  // namespace

TEST_CASE("networks have as many parameters as published") {
  CHECK(parameters("lenet") == 61'706);
  CHECK(parameters("resnet18") == 11'689'512);
}

TEST_CASE("the loss falls, and the same seed gives the same losses") {
  SECTION("lenet") {
    const Batch batch = bright_images(1, 28, 16);
    const auto first = losses("lenet", batch, 40), again = losses("lenet", batch, 40);
    CHECK(first.back() < 0.5 * first.front());
    CHECK(first == again);
  }
  SECTION("resnet18") {
    const Batch batch = bright_images(3, 32, 8);
    const auto first = losses("resnet18", batch, 6);
    CHECK(first.back() < 0.5 * first.front());
  }
}

TEST_CASE("an unknown network is refused") {
  TrainerOptions options;
  options.network = "perceptron";
  CHECK_THROWS_AS(Trainer(options), Error);
}
