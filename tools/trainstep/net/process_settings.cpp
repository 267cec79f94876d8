// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/process_settings.hpp"

#include <dlfcn.h>
#include <malloc.h>
#include <torch/torch.h>
#include <torch/version.h>

#include <climits>

namespace wattline::trainstep {

namespace {

int (*openblas_threads())() {
  return reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
}
void (*openblas_set_threads())(int) {
  return reinterpret_cast<void (*)(int)>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
}

// Each has its number from the environment as a rule (trainstep.cpp). Setting it starts threads, even the same number.
void set_threads(int threads) {
  if (torch::get_num_threads() != threads) torch::set_num_threads(threads);
  const auto get = openblas_threads();
  const auto set = openblas_set_threads();
  if (get && set && get() != threads) set(threads);
}

}  // namespace

void apply_process_settings(const ProcessSettings& settings) {
  set_threads(settings.threads);
  at::globalContext().setAllowTF32CuBLAS(settings.precision == Precision::tf32);
  at::globalContext().setAllowTF32CuDNN(settings.precision != Precision::fp32);
  at::globalContext().setBenchmarkCuDNN(settings.cudnn_benchmark);
  at::globalContext().setDeterministicCuDNN(settings.deterministic);
  if (!settings.keep_memory) return;
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
