// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/trainer.hpp"

#include <ATen/record_function.h>
#include <dlfcn.h>
#include <malloc.h>
#include <torch/optim.h>
#include <torch/serialize.h>
#include <torch/torch.h>
#include <torch/version.h>

#include <climits>
#include <new>

#include "base/error.hpp"
#include "trainstep/net/multiply_adds.hpp"
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

std::int64_t or_default(std::int64_t value, std::int64_t published) {
  return value > 0 ? value : published;
}

Network make_bert(const NetworkOptions& o, bool large) {
  BertOptions bert_options;
  if (large) bert_options = {30522, 1024, 24, 16, 4096, 512, 0.1};
  bert_options.vocabulary = or_default(o.vocabulary, bert_options.vocabulary);
  bert_options.layers = or_default(o.layers, bert_options.layers);
  if (o.hidden > 0) {
    bert_options.hidden = o.hidden;
    bert_options.inner = 4 * o.hidden;
    bert_options.heads = std::max<std::int64_t>(1, o.hidden / 64);
  }
  if (o.dropout >= 0) bert_options.dropout = o.dropout;
  return bert(bert_options);
}

Network make_lstm(const NetworkOptions& o) {
  LstmOptions lstm_options;
  lstm_options.vocabulary = or_default(o.vocabulary, lstm_options.vocabulary);
  lstm_options.hidden = or_default(o.hidden, lstm_options.hidden);
  lstm_options.layers = or_default(o.layers, lstm_options.layers);
  if (o.dropout >= 0) lstm_options.dropout = o.dropout;
  return lstm(lstm_options);
}

Network make_mobilenet(const NetworkOptions& o, bool first_version) {
  MobileNetOptions mobilenet_options;
  mobilenet_options.classes = or_default(o.classes, first_version ? 203 : 1000);
  mobilenet_options.first_version = first_version;
  if (o.dropout >= 0) mobilenet_options.dropout = o.dropout;
  return mobilenet_v3_large(mobilenet_options);
}

Network make_network(const NetworkOptions& o) {
  if (!o.script.empty()) return scripted(o.script, o.loss);
  if (o.name == "lenet") return lenet(or_default(o.classes, 10));
  if (o.name == "resnet18") return resnet18(or_default(o.classes, 1000));
  if (o.name == "resnet18-cifar") return resnet18_cifar(or_default(o.classes, 10));
  if (o.name == "resnet50") return resnet50(or_default(o.classes, 1000));
  if (o.name == "vgg11") return vgg11(or_default(o.classes, 1000));
  if (o.name == "mobilenetv3") return make_mobilenet(o, false);
  if (o.name == "mobilenetv3-203") return make_mobilenet(o, true);
  if (o.name == "yolov8n") return yolov8n(or_default(o.classes, 80));
  if (o.name == "bert") return make_bert(o, false);
  if (o.name == "bert-large") return make_bert(o, true);
  if (o.name == "lstm") return make_lstm(o);
  throw usage_error(o.name + ": no such network");
}

std::vector<torch::Tensor> trained(const torch::nn::Module& module) {
  std::vector<torch::Tensor> parameters;
  for (const torch::Tensor& parameter : module.parameters()) {
    if (parameter.requires_grad()) parameters.push_back(parameter);
  }
  return parameters;
}

std::unique_ptr<torch::optim::Optimizer> make_optimiser(const OptimiserOptions& o,
                                                        std::vector<torch::Tensor> parameters) {
  using namespace torch::optim;
  if (o.name == "adam")
    return std::make_unique<Adam>(parameters, AdamOptions(o.learning_rate).weight_decay(o.weight_decay));
  if (o.name == "adamw")
    return std::make_unique<AdamW>(parameters, AdamWOptions(o.learning_rate).weight_decay(o.weight_decay));
  const auto sgd = SGDOptions(o.learning_rate).momentum(o.momentum).weight_decay(o.weight_decay);
  return std::make_unique<SGD>(parameters, sgd);
}

// A view of the batch's memory, not a copy; on the device when that reads it in place.
torch::Tensor view_of(const Batch& batch, std::size_t field, torch::Device device) {
  const Field& what = batch.fields()[field];
  std::vector<std::int64_t> sizes{static_cast<std::int64_t>(batch.samples)};
  sizes.insert(sizes.end(), what.shape.begin(), what.shape.end());
  const auto options = torch::dtype(what.element == Element::f32 ? torch::kFloat : torch::kLong);
  if (void* there = batch.lend(field)) return torch::from_blob(there, sizes, options.device(device));
  return torch::from_blob(batch.data(field), sizes, options);
}

[[noreturn]] void rethrow(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  if (is_out_of_memory(text)) throw std::bad_alloc();
  throw data_error("LibTorch: " + text.substr(0, text.find('\n')), "does the network fit this data?");
}

// LibTorch's errors as ours; what() of its own prints a page of stack. oneDNN has exceptions of its own.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    rethrow(error);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    if (is_out_of_memory(error.what())) throw std::bad_alloc();
    throw;
  }
}

// ResNet's projections on shortcuts lie beside the path that its number counts.
std::int64_t depth_of(const torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>>::Item& part) {
  if (part.key().find("downsample") != std::string::npos) return 0;
  if (const auto* lstm = part.value()->as<torch::nn::LSTM>()) return lstm->options.num_layers();
  return part.value()->as<torch::nn::Conv2d>() != nullptr || part.value()->as<torch::nn::Linear>() != nullptr ? 1 : 0;
}

void (*openblas_set_threads())(int) {
  return reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
}

}  // namespace

// DefaultCPUAllocator, the CUDA caching allocator, cuBLAS and cuDNN, a Jetson's driver, oneDNN.
bool is_out_of_memory(const std::string& text) {
  for (const char* phrase : {"out of memory", "can't allocate memory", "not enough memory", "ALLOC_FAILED",
                             "NvMapMemAlloc", "could not create a memory", "std::bad_alloc"}) {
    if (text.find(phrase) != std::string::npos) return true;
  }
  return false;
}

struct Trainer::Parts {
  Parts(const TrainerOptions& o, Network made)
      : options(o),
        network(std::move(made)),
        device(o.device),
        parameters(trained(*network.module)),
        optimiser(make_optimiser(o.optimiser, parameters)) {}

  void infer(const Fields& batch) {
    const torch::NoGradGuard guard;
    network.module->eval();
    network.forward(batch);
    network.module->train();
    if (device.is_cuda()) torch::cuda::synchronize();
  }

  void train(const Fields& batch) {
    optimiser->zero_grad();
    loss = network.loss(batch);
    loss.backward();
    if (options.optimiser.clip > 0) torch::nn::utils::clip_grad_norm_(parameters, options.optimiser.clip);
    optimiser->step();
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
      guarded([&] { (this->*work)(whole ? fields : first(samples)); });
      // The first step of a part is not yet as large as those to come: momenta are made at its end.
      if (!whole) guarded([&] { (this->*work)(first(samples)); });
      return true;
    } catch (const std::bad_alloc&) {
      loss = torch::Tensor();
    } catch (const Error&) {  // a network may need more than one sample
      if (whole) throw;
    }
    return false;
  }
  Fields first(std::int64_t samples) const {
    Fields part;
    for (const torch::Tensor& field : fields) part.push_back(field.narrow(0, 0, samples));
    return part;
  }

  TrainerOptions options;
  Network network;
  torch::Device device;
  std::vector<torch::Tensor> parameters;
  std::unique_ptr<torch::optim::Optimizer> optimiser;
  Fields fields;
  torch::Tensor loss;
};

Trainer::Trainer(const TrainerOptions& options) {
  if (options.device == "cuda" && !cuda_usable()) {
    throw unavailable("CUDA: this LibTorch cannot use a GPU here", "use --device cpu");
  }
  torch::manual_seed(options.seed);
  guarded([&] {
    Network network = make_network(options.network);
    network.module->to(torch::Device(options.device));
    network.module->train();
    parts_ = std::make_unique<Parts>(options, std::move(network));
  });
}

Trainer::~Trainer() = default;

void Trainer::load(const Batch& batch) {
  parts_->fields.clear();
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    torch::Tensor field = view_of(batch, i, parts_->device).to(parts_->device, /*non_blocking=*/true);
    if (parts_->options.channels_last && field.dim() == 4) field = field.contiguous(torch::MemoryFormat::ChannelsLast);
    parts_->fields.push_back(field);
  }
}

void Trainer::step() {
  parts_->attempt(&Parts::train, "--batch");
}

void Trainer::infer() {
  parts_->attempt(&Parts::infer, "--infer-batch");
}

double Trainer::loss() const {
  return parts_->loss.item<double>();
}

std::int64_t Trainer::parameters() const {
  std::int64_t n = 0;
  for (const torch::Tensor& parameter : parts_->network.module->parameters()) n += parameter.numel();
  return n;
}

std::int64_t Trainer::count_multiply_adds() {
  return guarded([&] {
    const torch::NoGradGuard guard;
    return multiply_adds([&] { parts_->network.forward(parts_->fields); });
  });
}

std::vector<Trainer::Layer> Trainer::layers() const {
  std::vector<Layer> layers;
  for (const auto& part : parts_->network.module->named_modules("", true)) {
    std::int64_t n = 0;
    for (const torch::Tensor& parameter : part.value()->parameters(false)) n += parameter.numel();
    if (n > 0) layers.push_back({part.key().empty() ? "-" : part.key(), part.value()->name(), n, depth_of(part)});
  }
  return layers;
}

void Trainer::save(const std::string& path) const {
  guarded([&] {
    torch::serialize::OutputArchive archive;
    parts_->network.module->save(archive);
    archive.save_to(path);
  });
}

void configure_process(const ProcessOptions& options) {
  torch::set_num_threads(options.threads);
  if (const auto set = openblas_set_threads()) set(options.threads);
  at::globalContext().setAllowTF32CuBLAS(options.tf32);
  at::globalContext().setAllowTF32CuDNN(options.tf32);
  at::globalContext().setBenchmarkCuDNN(options.cudnn_benchmark);
  at::globalContext().setDeterministicCuDNN(options.deterministic);
  if (!options.keep_memory) return;
  ::mallopt(M_MMAP_MAX, 0);
  ::mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

bool cuda_usable() {
  return torch::cuda::is_available();
}

std::vector<std::pair<std::string, std::string>> library_facts() {
  return {{"torch", TORCH_VERSION},
          {"torch_threads", std::to_string(torch::get_num_threads())},
          {"torch_cuda", cuda_usable() ? "usable" : "not usable"},
          {"openblas", openblas_set_threads() != nullptr ? "yes" : "no"}};
}

}  // namespace wattline::trainstep
