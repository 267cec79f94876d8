// SPDX-License-Identifier: Apache-2.0
// parity_steps NETWORK[:bf16] FOLDER STEPS [WEIGHTS]: training steps of a network on synthetic samples, with the weights
// before and after, the samples and the losses as files, for steps.py to do the same with PyTorch. WEIGHTS is a file to
// begin with.
#include <fstream>
#include <functional>

#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"

using namespace wattline::trainstep;

namespace {

struct Case {
  std::function<Dataset(std::size_t)> set;  // of so many samples
  std::size_t batch;
  NetworkOptions network{};
  OptimizerOptions optimizer{};
};

NetworkOptions small(std::int64_t vocabulary, std::int64_t hidden, std::int64_t layers) {
  NetworkOptions options;
  options.vocabulary = vocabulary;
  options.hidden = hidden;
  options.layers = layers;
  return options;
}

Case images(std::int64_t channels, int side, std::int64_t classes, std::size_t batch) {
  return {[=](std::size_t n) { return synthetic_images(n, channels, side, classes); }, batch};
}

// With fewer heads for keys than for queries where the network can have that.
NetworkOptions small_language_model(const std::string& name) {
  NetworkOptions options = small(60, 48, 2);
  options.heads = name == "gpt2" ? 4 : 6;
  options.context = 32;
  return options;
}

// With the rate of the workload, with a smaller one (yolov8n-slow), or as its authors train it (yolov8n-ultralytics).
bool is_yolo(const std::string& name) {
  return name.compare(0, 7, "yolov8n") == 0;
}

Case case_of(const std::string& name) {
  if (name == "lenet") return images(1, 28, 10, 8);
  if (name == "resnet18-cifar") return images(3, 32, 10, 4);
  const OptimizerOptions clipped{Optimizer::sgd, name == "yolov8n-slow" ? 3e-4 : 0.01, 0.9, 0, 10};
  if (is_yolo(name)) return {[](std::size_t n) { return synthetic_boxes(n, 96, 80); }, 2, {}, clipped};
  const OptimizerOptions adamw{Optimizer::adamw, 1e-3, 0, 0.01, 0}, adam{Optimizer::adam, 1e-2, 0, 0, 0.5};
  if (name == "bert")
    return {[](std::size_t n) { return synthetic_questions(n, 24, 200); }, 4, small(200, 128, 2), adamw};
  if (name == "gpt2" || name == "llama-135m") {
    const OptimizerOptions decaying{Optimizer::adamw, 1e-3, 0, 0.1, 1};
    return {[](std::size_t n) { return synthetic_text(n, 24, 60); }, 4, small_language_model(name), decaying};
  }
  if (name == "lstm") return {[](std::size_t n) { return synthetic_text(n, 8, 60); }, 8, small(60, 32, 2), adam};
  return images(3, 64, 200, 4);
}

std::string field(const std::string& folder, std::size_t i, const char* ending) {
  return folder + "/field" + std::to_string(i) + ending;
}

// Adds the batch to the files of its fields.
void write_fields(const Minibatch& batch, const std::string& folder) {
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    const SampleField& what = batch.fields()[i];
    std::ofstream data(field(folder, i, ".bin"), std::ios::binary | std::ios::app);
    data.write(static_cast<const char*>(batch.data(i)), static_cast<std::streamsize>(what.bytes() * batch.samples));
    std::ofstream shape(field(folder, i, ".txt"));
    shape << (what.element == Element::f32 ? "float32" : "int64") << ' ' << batch.samples;
    for (const std::int64_t extent : what.shape) shape << ' ' << extent;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 64;
  const std::string argument = argv[1], folder = argv[2], name = argument.substr(0, argument.find(':'));
  const auto steps = static_cast<std::size_t>(std::stoul(argv[3]));
  const bool ultralytics = name == "yolov8n-ultralytics";
  const Case what = case_of(name);
  apply_process_settings({});
  TrainerOptions options;
  options.network = what.network;
  options.network.name = is_yolo(name) ? "yolov8n" : name;
  options.network.dropout = 0;  // random in each framework's own way
  options.optimizer = what.optimizer;
  const std::size_t samples = steps * what.batch;
  if (ultralytics) {
    options.ultralytics = {static_cast<std::int64_t>(samples), static_cast<std::int64_t>(what.batch), 1, 80};
    const UltralyticsSchedule schedule(*options.ultralytics);
    options.optimizer = {Optimizer::adamw, schedule.learning_rate(), schedule.momentum(), schedule.weight_decay(),
                         schedule.clip()};
  }
  if (argument != name) options.precision = Precision::bf16;
  if (argc > 4) options.network.weights = argv[4];
  Trainer trainer(options);
  const Dataset set = what.set(samples);
  Loader loader(set, without_workers(what.batch));
  loader.start(sequential_order(samples), 0);
  trainer.save(folder + "/before.pt");
  std::ofstream losses(folder + "/losses.txt");
  losses.precision(9);
  while (const Minibatch* batch = loader.next()) {
    write_fields(*batch, folder);
    trainer.load(*batch);
    trainer.step();
    losses << trainer.loss() << '\n';
  }
  trainer.save(folder + "/after.pt");
}
