// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/trainer.hpp"

#include <map>
#include <numeric>

#include "base/error.hpp"
#include "catch.hpp"
#include "sysfs_tree.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/out_of_memory.hpp"
#include "trainstep/net/process_settings.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

TrainerOptions named(const std::string& network) {
  TrainerOptions options;
  options.network.name = network;
  return options;
}

// One that learns 60 different tokens in a few seconds.
TrainerOptions small_text_network(const std::string& network, std::int64_t hidden) {
  TrainerOptions options = named(network);
  options.network.vocabulary = 60;
  options.network.hidden = hidden;
  options.network.dropout = 0;
  return options;
}

// Losses of `steps` minibatches of a set, over and over.
std::vector<double> losses(const TrainerOptions& options, const Dataset& set, std::size_t batch, int steps) {
  apply_process_settings({});
  Trainer trainer(options);
  Loader loader(set, without_workers(batch));
  std::vector<double> values;
  for (std::uint64_t epoch = 0; values.size() < static_cast<std::size_t>(steps); ++epoch) {
    loader.start(sequential_order(set.size), epoch);
    while (const Minibatch* made = loader.next()) {
      trainer.load(*made);
      trainer.step();
      values.push_back(trainer.loss());
    }
  }
  return values;
}

std::int64_t parameters(const std::string& network) {
  return Trainer(named(network)).parameters();
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_of_last(const std::vector<double>& values, std::ptrdiff_t n) {
  return mean_of({values.end() - n, values.end()});
}

// The mean loss of the last `n` of `steps` minibatches, as a share of the first one's.
double loss_left(const TrainerOptions& options, const Dataset& set, std::size_t batch, int steps, std::ptrdiff_t n) {
  const std::vector<double> values = losses(options, set, batch, steps);
  return mean_of_last(values, n) / values.front();
}

}  // namespace

TEST_CASE("networks have as many parameters as published") {
  CHECK(parameters("lenet") == 61'706);
  CHECK(parameters("resnet18") == 11'689'512);
  CHECK(parameters("resnet18-cifar") == 11'173'962);
  CHECK(parameters("resnet50") == 25'557'032);
  CHECK(parameters("mobilenetv3") == 5'483'032);
  CHECK(parameters("mobilenetv3-203") == 4'131'561);
  CHECK(parameters("yolov8n") == 3'157'200);
  CHECK(parameters("lstm") == 8'614'383);
  CHECK(parameters("bert") == 108'893'186);
  CHECK(parameters("bert-large") == 334'094'338);
  CHECK(parameters("vgg11") == 132'863'336);
}

TEST_CASE("layers are those that give the networks their names") {
  const auto depth = [](const std::string& network) {
    std::int64_t sum = 0;
    for (const Layer& layer : Trainer(named(network)).layers()) sum += layer.depth;
    return sum;
  };
  const std::map<std::string, std::int64_t> published{
      {"lenet", 5}, {"resnet18", 18}, {"resnet50", 50}, {"vgg11", 11}, {"lstm", 2}};
  for (const auto& [network, layers] : published) {
    INFO(network);
    CHECK(depth(network) == layers);
  }
}

TEST_CASE("the loss of each workload falls on a set that can be learned") {
  TrainerOptions options;
  SECTION("images") {
    CHECK(loss_left(named("lenet"), synthetic_images(160, 1, 28, 10), 16, 150, 5) < 0.9);
    CHECK(loss_left(named("resnet18"), synthetic_images(32, 3, 32, 10), 8, 12, 4) < 0.5);
    CHECK(loss_left(named("resnet18-cifar"), synthetic_images(16, 3, 16, 10), 8, 12, 4) < 0.9);
    CHECK(loss_left(named("mobilenetv3"), synthetic_images(16, 3, 64, 4), 8, 24, 4) < 0.9);
  }
  SECTION("yolov8n") {
    // It rises first: the weight of an object grows with how well its boxes fit, from next to nothing.
    options = named("yolov8n");
    options.optimizer.clip = 10;
    const auto values = losses(options, synthetic_boxes(8, 96, 4), 4, 160);
    CHECK(mean_of_last(values, 40) < 0.9 * mean_of({values.begin() + 40, values.begin() + 80}));
    CHECK(mean_of({values.begin() + 40, values.begin() + 80}) > mean_of({values.begin(), values.begin() + 8}));
  }
  SECTION("lstm") {
    options = small_text_network("lstm", 32);
    options.optimizer = {Optimizer::adam, 1e-2, 0, 0, 0.5};
    CHECK(loss_left(options, synthetic_text(256, 8, 60), 16, 150, 5) < 0.8);
  }
  SECTION("bert") {
    options = small_text_network("bert", 64);
    options.network.layers = 2;
    options.optimizer = {Optimizer::adamw, 1e-3, 0, 0.01, 0};
    CHECK(loss_left(options, synthetic_questions(64, 16, 60), 16, 120, 5) < 0.7);
  }
}

TEST_CASE("a repeated run gives the same losses") {
  const Dataset set = synthetic_images(64, 1, 28, 10);
  CHECK(losses(named("lenet"), set, 16, 8) == losses(named("lenet"), set, 16, 8));
}

TEST_CASE("gradients are clipped to the norm that was asked for") {
  TrainerOptions still = named("lenet");
  still.optimizer.learning_rate = 10;
  still.optimizer.clip = 1e-9;
  const auto values = losses(still, synthetic_images(16, 1, 28, 10), 16, 3);
  CHECK(values[2] == Approx(values[0]).epsilon(0.01));  // the noise of the samples
}

namespace {

ForwardCost cost_of(const std::string& network, const Dataset& sample) {
  apply_process_settings({});
  Trainer trainer(named(network));
  Loader loader(sample, without_workers(1));
  loader.start(sequential_order(1), 0);
  trainer.load(*loader.next());
  return trainer.forward_cost();
}

}  // namespace

TEST_CASE("multiplications are those of the published tables") {
  const auto count = [](const std::string& network, const Dataset& sample) {
    return static_cast<double>(cost_of(network, sample).multiply_adds);
  };
  CHECK(count("resnet18", synthetic_images(1, 3, 224, 1000)) == Approx(1.814e9).epsilon(0.01));
  CHECK(count("mobilenetv3", synthetic_images(1, 3, 224, 1000)) == Approx(2.17e8).epsilon(0.02));
  CHECK(2 * count("yolov8n", synthetic_boxes(1, 640, 80)) == Approx(8.7e9).epsilon(0.006));
}

TEST_CASE("tensor cores compute all but depthwise convolutions") {
  const auto share = [](const std::string& network, int side) {
    const ForwardCost counted = cost_of(network, synthetic_images(1, 3, side, 10));
    return static_cast<double>(counted.dense_multiply_adds) / static_cast<double>(counted.multiply_adds);
  };
  CHECK(share("resnet18", 64) == 1);
  CHECK(share("mobilenetv3", 224) == Approx(0.91).margin(0.03));
}

TEST_CASE("a forward pass is counted in operations that compute, and in bytes of products") {
  const ForwardCost lenet = cost_of("lenet", synthetic_images(1, 1, 28, 10));
  // Two convolutions, 6 x 28 x 28 and 16 x 10 x 10, and linear layers of 120, 84 and 10.
  CHECK(lenet.activation_bytes == 4 * (6 * 28 * 28 + 16 * 10 * 10 + 120 + 84 + 10));
  // Five layers, four activations, two poolings: the reshape between them computes nothing.
  CHECK(lenet.operations == 11);
  const ForwardCost large = cost_of("resnet18", synthetic_images(1, 3, 96, 10));
  CHECK(cost_of("resnet18", synthetic_images(1, 3, 64, 10)).operations == large.operations);
}

TEST_CASE("a batch norm that is folded into its convolution leaves a bias") {
  const auto fused = [](const std::string& network) { return *Trainer(named(network)).fused(); };
  CHECK(fused("yolov8n").parameters == 3'151'904);  // as published
  CHECK(fused("yolov8n").modules == 64);
  CHECK(fused("resnet18").parameters == 11'684'712);
  CHECK(fused("lenet").parameters == 61'706);
}

TEST_CASE("saved weights are those to begin with, and others are refused by name") {
  const Dataset set = synthetic_images(16, 1, 28, 10);
  test::SysfsTree folder;
  TrainerOptions options = named("lenet");
  options.seed = 7;
  const double first = losses(options, set, 16, 1)[0];
  Trainer(options).save(folder.at("/w.pt").string());
  options.seed = 8;
  CHECK(losses(options, set, 16, 1)[0] != first);
  options.network.weights = folder.at("/w.pt").string();
  CHECK(losses(options, set, 16, 1)[0] == first);
  options.network.name = "resnet18";
  CHECK_THROWS_WITH(Trainer(options),
                    Catch::Matchers::ContainsSubstring("/w.pt: conv1.weight has the shape [6, 1, 5, 5]"));
}

TEST_CASE("gradients are summed up over the minibatches that a schedule asks for") {
  TrainerOptions options = named("yolov8n");
  options.ultralytics = {1000, 1, 1, 80};
  options.optimizer = {Optimizer::adamw, 1e-4, 0.9, 0.0005, 10};
  const Dataset set = synthetic_boxes(4, 64, 80);
  apply_process_settings({});
  Trainer trainer(options);
  Loader loader(set, without_workers(1));
  loader.start(sequential_order(4), 200);  // minibatch 800: 17 of them are summed up there
  std::vector<double> values;
  for (int i = 0; i < 2; ++i) {
    trainer.load(*loader.next());
    trainer.step();
    values.push_back(trainer.loss());
  }
  loader.start(sequential_order(4), 200);
  trainer.load(*loader.next());
  trainer.step();
  CHECK(trainer.loss() == Approx(values[0]).epsilon(1e-5));  // nothing was updated in between
}

TEST_CASE("inference leaves the weights alone") {
  apply_process_settings({});
  const Dataset set = synthetic_images(16, 1, 28, 10);
  Trainer trainer(named("lenet"));
  Loader loader(set, without_workers(16));
  loader.start(sequential_order(16), 0);
  trainer.load(*loader.next());
  trainer.step();
  test::SysfsTree folder;
  const auto weights = [&](const char* name) {
    trainer.save(folder.at(name).string());
    std::ifstream file(folder.at(name).string(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {}).size();
  };
  const std::size_t before = weights("/a.pt");
  trainer.infer();
  CHECK(weights("/b.pt") == before);
  CHECK(before > 61'706 * 4);
}

TEST_CASE("an unknown network and a file that is no script are refused") {
  CHECK_THROWS_AS(Trainer(named("perceptron")), Error);
  TrainerOptions script;
  script.network.script = "/etc/hostname";
  CHECK_THROWS_WITH(Trainer(script), "/etc/hostname: is not a TorchScript file");
}

TEST_CASE("lack of memory is recognised in the words of each library") {
  CHECK(
      is_out_of_memory("[enforce fail at alloc_cpu.cpp:66] DefaultCPUAllocator: can't allocate memory: you tried to"));
  CHECK(is_out_of_memory("[enforce fail at alloc_cpu.cpp:117] DefaultCPUAllocator: not enough memory: you tried to"));
  CHECK(is_out_of_memory("CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 7.44 GiB total capacity"));
  CHECK(is_out_of_memory("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"));
  CHECK(is_out_of_memory(
      "NVML_SUCCESS == r INTERNAL ASSERT FAILED ... NvMapMemAllocInternalTagged: 1075072515 error 12"));
  CHECK(is_out_of_memory("could not create a primitive"));
  CHECK_FALSE(
      is_out_of_memory("could not create a primitive descriptor for a convolution forward propagation primitive"));
  CHECK_FALSE(is_out_of_memory("mat1 and mat2 shapes cannot be multiplied (16x100 and 400x120)"));
}
