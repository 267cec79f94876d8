// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/generators.hpp"

#include <ATen/Context.h>

#include "base/error.hpp"
#include "trainstep/net/torch_errors.hpp"

namespace wattline::trainstep {

namespace {

// Some random numbers are drawn by the processor in runs on a GPU, too.
std::vector<torch::Device> generators_of(torch::Device device) {
  if (device.is_cpu()) return {device};
  return {torch::Device(torch::kCPU), device};
}

at::Generator generator_of(torch::Device device) {
  return at::globalContext().defaultGenerator(device);
}

std::string name_of(torch::Device device) {
  return std::string("generator.") + (device.is_cpu() ? "cpu" : "cuda");
}

}  // namespace

// LibTorch's generators take a first seed from /dev/urandom, which a container or a chroot may lack.
void seed_generators(std::uint64_t seed) {
  try {
    at::manual_seed(seed);
  } catch (const c10::Error& error) {
    throw unavailable("LibTorch's random number generator: " + words_of(error.what_without_backtrace()),
                      "make /dev/urandom readable");
  }
}

NamedTensors generator_states(torch::Device device) {
  NamedTensors states;
  for (const torch::Device each : generators_of(device)) {
    states.emplace_back(name_of(each), generator_of(each).get_state());
  }
  return states;
}

void restore_generators(torch::Device device, const NamedTensors& states) {
  for (const torch::Device each : generators_of(device)) {
    for (const auto& [name, state] : states) {
      if (name == name_of(each)) generator_of(each).set_state(state);
    }
  }
}

}  // namespace wattline::trainstep
