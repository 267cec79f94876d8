// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/trainer.hpp"

#include <torch/serialize.h>
#include <torch/torch.h>

#include <cmath>
#include <stdexcept>

#include "trainstep/net/archive.hpp"
#include "trainstep/net/autocast.hpp"
#include "trainstep/net/folded_norms.hpp"
#include "trainstep/net/generators.hpp"
#include "trainstep/net/language_model.hpp"
#include "trainstep/net/network.hpp"
#include "trainstep/net/process_settings.hpp"
#include "trainstep/net/torch_errors.hpp"
#include "trainstep/net/training_state.hpp"
#include "trainstep/net/updates.hpp"

namespace wattline::trainstep {

namespace {

// A view of the batch's memory, not a copy; on the device when that reads it in place.
torch::Tensor view_of(const Minibatch& batch, std::size_t field, torch::Device device) {
  const SampleField& what = batch.fields()[field];
  std::vector<std::int64_t> sizes{static_cast<std::int64_t>(batch.samples)};
  sizes.insert(sizes.end(), what.shape.begin(), what.shape.end());
  const auto options = torch::dtype(what.element == Element::f32 ? torch::kFloat : torch::kLong);
  if (void* there = batch.lend(field)) return torch::from_blob(there, sizes, options.device(device));
  return torch::from_blob(batch.data(field), sizes, options);
}

// PyTorch's net.to(memory_format=torch.channels_last).
void store_channels_last(torch::nn::Module& network) {
  for (torch::Tensor& weight : network.parameters()) {
    if (weight.dim() == 4) weight.set_data(weight.contiguous(torch::MemoryFormat::ChannelsLast));
  }
}

}  // namespace

struct Trainer::Parts {
  Parts(const TrainerOptions& o, Network made)
      : options(o), network(std::move(made)), device(to_string(o.device)), updates(o, *network.module) {}

  std::string name() const {
    const std::string& script = options.network.script;
    return script.empty() ? options.network.name : script;
  }
  std::string object() const { return name() + ": given " + shapes_of(names, fields); }

  void infer(const Fields& batch) {
    const torch::NoGradGuard guard;
    network.module->eval();
    const Autocast scope(device.type(), options.precision);
    if (options.generate > 0) {
      generate(*network.language, batch[0], options.generate, first_token);
    } else {
      network.forward(batch);
    }
    network.module->train();
  }

  torch::Tensor loss_of(const Fields& batch) const {
    const Autocast scope(device.type(), options.precision);
    return network.loss(batch);
  }

  void train(const Fields& batch) {
    updates.begin(number);
    loss = loss_of(batch);
    if (marks.forward) marks.forward();
    updates.backward(loss);
    if (marks.backward) marks.backward();
    updates.end();
  }

  // Whether the samples are to be classified: their second field is then numbers of classes.
  bool classifies() const {
    return fields.size() == 2 && fields[1].scalar_type() == torch::kLong && options.network.loss == Loss::cross_entropy;
  }

  // The forward pass alone, as an application would use the network, and its loss.
  void validate(const Fields& batch) {
    const torch::NoGradGuard guard;
    network.module->eval();
    {
      const Autocast scope(device.type(), options.precision);
      correct = torch::Tensor();
      if (classifies()) {
        const torch::Tensor scores = network.forward(batch), wanted = batch[1].flatten();
        loss = trainstep::loss_of(Loss::cross_entropy, scores, wanted);
        correct = scores.argmax(1).eq(wanted).to(torch::kFloat).mean();
      } else {
        loss = network.loss(batch);
      }
    }
    network.module->train();
  }

  // The work on the whole batch. When memory does not suffice, the largest half, quarter ... that fits is named.
  void attempt(void (Parts::*work)(const Fields&), const std::string& option) {
    const std::int64_t wanted = fields[0].size(0);
    std::int64_t n = wanted;
    for (; n > 0 && !fits(work, n); n /= 2) {
    }
    if (n == wanted) return;
    throw unavailable(option + " " + std::to_string(wanted) + ": out of memory",
                      n > 0 ? option + " " + std::to_string(n) + " fits" : "not even one sample fits");
  }
  bool fits(void (Parts::*work)(const Fields&), std::int64_t samples) {
    const bool whole = samples == fields[0].size(0);
    try {
      with_torch_errors(object(), [&] { (this->*work)(whole ? fields : first(samples)); });
      // The first step of a part is not yet as large as those to come: momenta are made at its end.
      if (!whole) with_torch_errors(object(), [&] { (this->*work)(first(samples)); });
      return true;
    } catch (const std::bad_alloc&) {
      loss = torch::Tensor();
    } catch (const Error& error) {  // a network may need more than one sample
      check_operations(error);
      if (whole) throw;
    }
    return false;
  }
  void write_archive(const WriteBytes& write) const {
    if (network.save) return network.save(write);
    torch::serialize::OutputArchive archive;
    network.module->save(archive);
    archive.save_to(write);
  }
  // Releases of LibTorch lack some operations in half precision on a processor, as a group norm in 1.13.
  void check_operations(const Error& error) const {
    const std::string text = error.what();
    const bool lacks =
        text.find("expected scalar type") != std::string::npos || text.find("not implemented for") != std::string::npos;
    if (!is_half(options.precision) || !lacks) return;
    throw unavailable(name() + ": this LibTorch lacks one of its operations in " + to_string(options.precision) + " (" +
                          text.substr(text.rfind(": ") + 2) + ")",
                      "use --precision fp32");
  }
  Fields first(std::int64_t samples) const {
    Fields part;
    for (const torch::Tensor& field : fields) part.push_back(field.narrow(0, 0, samples));
    return part;
  }

  TrainerOptions options;
  Network network;
  torch::Device device;
  Updates updates;
  Fields fields;
  std::vector<std::string> names;  // of the fields
  std::int64_t number = 0;         // of the minibatch
  StageMarks marks;                // of the step
  FirstToken first_token;
  torch::Tensor loss, correct;  // of the last minibatch; correct: share of the samples, in validation
};

Trainer::Trainer(const TrainerOptions& options) {
  if (options.device == Device::cuda && !cuda_usable()) {
    throw unavailable("CUDA: this LibTorch cannot use a GPU here", "use --device cpu");
  }
  seed_generators(options.seed);
  check_precision(torch::Device(to_string(options.device)), options.precision);
  const NetworkOptions& what = options.network;
  with_torch_errors(what.script.empty() ? what.name : what.script, [&] {
    Network network = make_network(what);
    if (!what.weights.empty()) load_weights(what.weights, state_of(network), network.tied);
    network.module->to(torch::Device(to_string(options.device)));
    if (options.channels_last) store_channels_last(*network.module);
    network.module->train();
    parts_ = std::make_unique<Parts>(options, std::move(network));
  });
}

Trainer::~Trainer() = default;

void Trainer::load(const Minibatch& batch) {
  parts_->fields.clear();
  parts_->names.clear();
  parts_->number = batch.number;
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    torch::Tensor field = view_of(batch, i, parts_->device).to(parts_->device, /*non_blocking=*/true);
    if (parts_->options.channels_last && field.dim() == 4) field = field.contiguous(torch::MemoryFormat::ChannelsLast);
    parts_->fields.push_back(field);
    parts_->names.push_back(batch.fields()[i].name);
  }
}

void Trainer::step(const StageMarks& marks) {
  parts_->marks = marks;
  parts_->attempt(&Parts::train, "--batch");
}

void Trainer::infer(const FirstToken& first_token) {
  parts_->first_token = first_token;
  parts_->attempt(&Parts::infer, "--infer-batch");
}

void Trainer::validate() {
  parts_->attempt(&Parts::validate, "--batch");
}

double Trainer::accuracy_pct() const {
  return parts_->correct.defined() ? 100 * parts_->correct.item<double>() : NAN;
}

double Trainer::loss() const {
  return parts_->loss.item<double>();
}

std::int64_t Trainer::parameters() const {
  std::int64_t n = 0;
  for (const torch::Tensor& parameter : parts_->network.module->parameters()) n += parameter.numel();
  return n;
}

std::int64_t Trainer::trained_parameters() const {
  std::int64_t n = 0;
  for (const torch::Tensor& parameter : parts_->network.module->parameters()) {
    if (parameter.requires_grad()) n += parameter.numel();
  }
  return n;
}

std::optional<Trainer::Fused> Trainer::fused() const {
  if (!parts_->options.network.script.empty()) return std::nullopt;
  const FoldedNorms folded = fold_norms(*parts_->network.module);
  return Fused{static_cast<std::int64_t>(layers().size()) - folded.modules, parameters() - folded.parameters};
}

ForwardCost Trainer::forward_cost() {
  return with_torch_errors(parts_->object(), [&] {
    const torch::NoGradGuard guard;
    return trainstep::forward_cost([&] { parts_->network.forward(parts_->fields); });
  });
}

std::vector<Layer> Trainer::layers() const {
  const Network& network = parts_->network;
  return network.layers.empty() ? layers_of(*network.module) : network.layers;
}

void Trainer::save(const std::string& path) const {
  write_archive(path, [&](const WriteBytes& write) { parts_->write_archive(write); });
}

TrainingState Trainer::state() const {
  TrainingState state{state_of(parts_->network), parts_->updates.state()};
  for (const auto& generator : generator_states(parts_->device)) state.progress.push_back(generator);
  return state;
}

void Trainer::restore(const std::string& path, const TrainingState& state) {
  copy_weights(path, state.weights, state_of(parts_->network));
  try {
    parts_->updates.restore(state.progress);
  } catch (const std::invalid_argument& error) {
    throw data_error(path + ": is the checkpoint of another run: " + error.what());
  }
  restore_generators(parts_->device, state.progress);
}

}  // namespace wattline::trainstep
