// SPDX-License-Identifier: Apache-2.0
// Weights by name, in files. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <string>

#include "trainstep/net/named_tensors.hpp"

namespace wattline::trainstep {

// Of a file that torch.save(net.state_dict(), FILE) wrote (also as the entry state_dict of a checkpoint), or of a
// TorchScript archive. Throws a data error that names the file.
NamedTensors read_state_dict(const std::string& path);

// Copies weights of a file into those of a network. Adapters may be absent. The file may also have the `tied` ones,
// which must equal those that they stand for. Throws a data error when names, shapes or tied weights differ.
void load_weights(const std::string& path, const NamedTensors& network, const NamedTensors& tied = {});

}  // namespace wattline::trainstep
