// SPDX-License-Identifier: Apache-2.0
// What a training has come to, as tensors with names. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <ATen/core/ivalue.h>

#include <string>

#include "trainstep/net/named_tensors.hpp"

namespace wattline::trainstep {

struct TrainingState {
  NamedTensors weights;   // and buffers, by the names of the network
  NamedTensors progress;  // of the optimizer, the loss scale and the generators
};

constexpr const char* kWeightsOfCheckpoint = "network";  // its dictionary with them

// The tensors of a dictionary.
NamedTensors tensors_in(const c10::IValue& dictionary);
// Copies weights that were read from that file into those of a network. Throws a data error when names or shapes
// differ.
void copy_weights(const std::string& path, const NamedTensors& loaded, const NamedTensors& network,
                  const NamedTensors& tied = {});

}  // namespace wattline::trainstep
