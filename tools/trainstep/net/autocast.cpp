// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/autocast.hpp"

#include <ATen/autocast_mode.h>
#include <torch/nn/functional.h>
#include <torch/version.h>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

namespace F = torch::nn::functional;

torch::ScalarType type_of(Precision precision) {
  return precision == Precision::fp16 ? torch::kHalf : torch::kBFloat16;
}

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)
void set_autocast(torch::DeviceType device, bool on) {
  at::autocast::set_autocast_enabled(device, on);
}
void set_autocast_type(torch::DeviceType device, torch::ScalarType type) {
  at::autocast::set_autocast_dtype(device, type);
}
#else
void set_autocast(torch::DeviceType device, bool on) {
  device == torch::kCPU ? at::autocast::set_cpu_enabled(on) : at::autocast::set_enabled(on);
}
void set_autocast_type(torch::DeviceType device, torch::ScalarType type) {
  device == torch::kCPU ? at::autocast::set_autocast_cpu_dtype(type) : at::autocast::set_autocast_gpu_dtype(type);
}
#endif

// The operations that every image network needs, forward and backward.
void try_operations(torch::Device device, Precision precision) {
  const auto options = torch::device(device);
  const torch::Tensor image = torch::ones({1, 2, 4, 4}, options),
                      filter = torch::ones({2, 2, 3, 3}, options.requires_grad(true)),
                      weights = torch::ones({3, 32}, options.requires_grad(true));
  torch::Tensor sum;
  {
    const Autocast scope(device.type(), precision);
    const torch::Tensor map = F::conv2d(image, filter, F::Conv2dFuncOptions().padding(1));
    sum = F::linear(torch::relu(map).flatten(1), weights).sum();
  }
  sum.backward();
}

}  // namespace

// Nesting counts the scopes, of which the last one frees the weights that were cast.
Autocast::Autocast(torch::DeviceType device, Precision precision) : device_(device), on_(is_half(precision)) {
  if (!on_) return;
  set_autocast_type(device_, type_of(precision));
  set_autocast(device_, true);
  at::autocast::increment_nesting();
}

Autocast::~Autocast() {
  if (!on_) return;
  if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  set_autocast(device_, false);
}

void check_precision(torch::Device device, Precision precision) {
  if (device.is_cpu() && precision == Precision::tf32) {
    throw unavailable("--precision tf32 requires a GPU", "a processor computes in fp32 or bf16");
  }
  if (!device.is_cpu() || !is_half(precision)) return;
  try {
    try_operations(device, precision);
  } catch (const c10::Error&) {
    throw unavailable(std::string("--precision ") + to_string(precision) + ": LibTorch " + TORCH_VERSION +
                          " does not compute in it on a processor",
                      "use --precision bf16, or a GPU");
  }
}

}  // namespace wattline::trainstep
