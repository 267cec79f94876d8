// SPDX-License-Identifier: Apache-2.0
// LibTorch's random number generators. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <cstdint>

#include "trainstep/net/state_dict.hpp"

namespace wattline::trainstep {

void seed_generators(std::uint64_t seed);

// Of those that work on this device uses, as tensors with names.
NamedTensors generator_states(torch::Device device);
void restore_generators(torch::Device device, const NamedTensors& states);

}  // namespace wattline::trainstep
