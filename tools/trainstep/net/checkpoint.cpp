// SPDX-License-Identifier: Apache-2.0
// A TorchScript archive with dictionaries: facts (texts), network (weights) and progress (tensors). In PyTorch:
// torch.jit.load(FILE).network
#include "trainstep/net/checkpoint.hpp"

#include <torch/script.h>
#include <torch/serialize/output-archive.h>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "trainstep/net/archive.hpp"
#include "trainstep/net/archive_check.hpp"
#include "trainstep/net/torch_errors.hpp"
#include "trainstep/net/training_state.hpp"

namespace wattline::trainstep {

namespace {

constexpr const char *kFacts = "facts", *kProgress = "progress";
const std::string kSetting = "setting ";  // before the name of one

using Texts = c10::Dict<std::string, std::string>;
using Tensors = c10::Dict<std::string, torch::Tensor>;

Tensors dictionary_of(const NamedTensors& tensors) {
  Tensors dictionary;
  for (const auto& [name, tensor] : tensors) dictionary.insert(name, tensor);
  return dictionary;
}

Texts texts_of(const CheckpointFacts& facts) {
  Texts texts;
  texts.insert("epoch", std::to_string(facts.epoch));
  texts.insert("steps", std::to_string(facts.steps));
  texts.insert("counted", std::to_string(facts.counted));
  texts.insert("end", facts.end);
  for (const auto& [name, value] : facts.settings) texts.insert(kSetting + name, value);
  return texts;
}

[[noreturn]] void refuse(const std::string& path) {
  throw data_error(path + ": is no checkpoint, or is damaged", "name a file that --checkpoint wrote");
}

torch::jit::Module read_archive(const std::string& path) {
  try {
    torch::jit::Module archive = torch::jit::load(path, torch::kCPU);
    if (archive.hasattr(kFacts)) return archive;
  } catch (const c10::Error&) {
  }
  refuse(path);
}

}  // namespace

void write_checkpoint(const std::string& path, const CheckpointFacts& facts, const Trainer* network) {
  const TrainingState state = network ? network->state() : TrainingState{};
  write_archive(path, [&](const WriteBytes& write) {
    torch::serialize::OutputArchive archive;
    archive.write(kFacts, texts_of(facts));
    archive.write(kWeightsOfCheckpoint, dictionary_of(state.weights));
    archive.write(kProgress, dictionary_of(state.progress));
    archive.save_to(write);
  });
}

CheckpointFacts read_checkpoint(const std::string& path) {
  CheckpointFacts facts;
  check_archive(path);  // refuses a FIFO, too, for which LibTorch would wait
  const torch::jit::Module archive = read_archive(path);
  for (const auto& entry : archive.attr(kFacts).toGenericDict()) {
    const std::string &name = entry.key().toStringRef(), &value = entry.value().toStringRef();
    const auto number = to_int64(value);
    if (name == "epoch") facts.epoch = number.value_or(0);
    if (name == "steps") facts.steps = number.value_or(0);
    if (name == "end") facts.end = value;
    if (name == "counted") facts.counted = number.value_or(0);
    if (name.compare(0, kSetting.size(), kSetting) == 0) {
      facts.settings.emplace_back(name.substr(kSetting.size()), value);
    }
  }
  return facts;
}

void restore_checkpoint(const std::string& path, Trainer& network) {
  const torch::jit::Module archive = read_archive(path);
  network.restore(path, {tensors_in(archive.attr(kWeightsOfCheckpoint)), tensors_in(archive.attr(kProgress))});
}

}  // namespace wattline::trainstep
