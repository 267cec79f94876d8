// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/trainer.hpp"

#include <dlfcn.h>
#include <malloc.h>
#include <torch/optim.h>
#include <torch/torch.h>
#include <torch/version.h>

#include <climits>

#include "base/error.hpp"
#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

namespace {

Network make_network(const std::string& name) {
  if (name == "lenet") return lenet(10);
  if (name == "resnet18") return resnet18(1000);
  throw usage_error(name + ": no such workload");
}

std::vector<torch::Tensor> trained(const torch::nn::Module& module) {
  std::vector<torch::Tensor> parameters;
  for (const torch::Tensor& parameter : module.parameters()) {
    if (parameter.requires_grad()) parameters.push_back(parameter);
  }
  return parameters;
}

// A view of the batch's memory, not a copy.
torch::Tensor view_of(const Batch& batch, std::size_t field) {
  const Field& what = batch.fields()[field];
  std::vector<std::int64_t> sizes{static_cast<std::int64_t>(batch.samples)};
  sizes.insert(sizes.end(), what.shape.begin(), what.shape.end());
  return torch::from_blob(batch.data(field), sizes, what.element == Element::f32 ? torch::kFloat : torch::kLong);
}

void (*openblas_set_threads())(int) {
  return reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
}

}  // namespace

struct Trainer::Parts {
  Parts(const TrainerOptions& options, Network made)
      : network(std::move(made)),
        device(options.device),
        optimiser(trained(*network.module),
                  torch::optim::SGDOptions(options.learning_rate).momentum(options.momentum)) {}
  Network network;
  torch::Device device;
  torch::optim::SGD optimiser;
  std::vector<torch::Tensor> fields;
  torch::Tensor loss;
};

Trainer::Trainer(const TrainerOptions& options) {
  if (options.device == "cuda" && !cuda_usable()) {
    throw unavailable("CUDA: this LibTorch cannot use a GPU here", "use --device cpu");
  }
  torch::manual_seed(options.seed);
  Network network = make_network(options.network);
  network.module->to(torch::Device(options.device));
  network.module->train();
  parts_ = std::make_unique<Parts>(options, std::move(network));
}

Trainer::~Trainer() = default;

void Trainer::load(const Batch& batch) {
  parts_->fields.clear();
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    parts_->fields.push_back(view_of(batch, i).to(parts_->device, /*non_blocking=*/true));
  }
}

void Trainer::step() {
  parts_->optimiser.zero_grad();
  parts_->loss = parts_->network.loss(parts_->fields);
  parts_->loss.backward();
  parts_->optimiser.step();
}

double Trainer::loss() const {
  return parts_->loss.item<double>();
}

std::int64_t Trainer::parameters() const {
  std::int64_t n = 0;
  for (const torch::Tensor& parameter : trained(*parts_->network.module)) n += parameter.numel();
  return n;
}

void configure_process(int threads, bool keep_memory) {
  torch::set_num_threads(threads);
  if (const auto set = openblas_set_threads()) set(threads);
  if (!keep_memory) return;
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
