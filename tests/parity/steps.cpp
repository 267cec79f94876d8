// SPDX-License-Identifier: Apache-2.0
// parity_steps NETWORK FOLDER: one training step of a network on synthetic samples, with the weights before and after,
// the samples and the loss as files, for steps.py to do the same with PyTorch.
#include <fstream>

#include "trainstep/data/loader.hpp"
#include "trainstep/data/synthetic.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/trainer.hpp"

using namespace wattline::trainstep;

namespace {

struct Case {
  Dataset set;
  std::size_t batch;
  NetworkOptions network;
};

NetworkOptions small(std::int64_t vocabulary, std::int64_t hidden, std::int64_t layers) {
  NetworkOptions options;
  options.vocabulary = vocabulary;
  options.hidden = hidden;
  options.layers = layers;
  return options;
}

Case case_of(const std::string& name) {
  if (name == "lenet") return {synthetic_images(8, 1, 28, 10), 8, {}};
  if (name == "resnet18-cifar") return {synthetic_images(4, 3, 32, 10), 4, {}};
  if (name == "yolov8n") return {synthetic_boxes(2, 96, 80), 2, {}};
  if (name == "bert") return {synthetic_questions(4, 24, 200), 4, small(200, 128, 2)};
  if (name == "lstm") return {synthetic_text(8, 8, 60), 8, small(60, 32, 2)};
  return {synthetic_images(4, 3, 96, 200), 4, {}};
}

void write_fields(const Minibatch& batch, const std::string& folder) {
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    const SampleField& field = batch.fields()[i];
    std::ofstream data(folder + "/field" + std::to_string(i) + ".bin", std::ios::binary);
    data.write(static_cast<const char*>(batch.data(i)), static_cast<std::streamsize>(field.bytes() * batch.samples));
    std::ofstream shape(folder + "/field" + std::to_string(i) + ".txt");
    shape << (field.element == Element::f32 ? "float32" : "int64") << ' ' << batch.samples;
    for (const std::int64_t extent : field.shape) shape << ' ' << extent;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  const std::string name = argv[1], folder = argv[2];
  const Case what = case_of(name);
  apply_process_settings({});
  TrainerOptions options;
  options.network = what.network;
  options.network.name = name;
  options.network.dropout = 0;  // random in each framework's own way
  Trainer trainer(options);
  Loader loader(what.set, without_workers(what.batch));
  loader.start(sequential_order(what.batch), 0);
  const Minibatch& batch = *loader.next();
  write_fields(batch, folder);
  trainer.save(folder + "/before.pt");
  trainer.load(batch);
  trainer.step();
  trainer.save(folder + "/after.pt");
  std::ofstream(folder + "/loss.txt") << std::to_string(trainer.loss());
}
