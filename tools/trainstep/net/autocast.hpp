// SPDX-License-Identifier: Apache-2.0
// PyTorch's autocast: LibTorch's dispatcher runs the operations of its own lists in half precision or in float32.
// Includes LibTorch: for net/*.cpp only.
#pragma once
#include <torch/types.h>

#include "base/not_copyable.hpp"
#include "trainstep/net/precision.hpp"

namespace wattline::trainstep {

// Does nothing unless the precision is half. For forward pass and loss, not for the backward pass.
class Autocast : NotCopyable {
 public:
  Autocast(torch::DeviceType device, Precision precision);
  ~Autocast();

 private:
  torch::DeviceType device_;
  bool on_;
};

// Throws unavailable where LibTorch lacks operations in that precision.
void check_precision(torch::Device device, Precision precision);

}  // namespace wattline::trainstep
