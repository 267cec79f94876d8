// SPDX-License-Identifier: Apache-2.0
// Where a network computes.
#pragma once

namespace wattline::trainstep {

enum class Device {
  cpu,
  cuda,
  jetsim  // the GPU of an emulated board, without LibTorch
};

// As rows and the meta file have it, and the first two LibTorch.
inline const char* to_string(Device device) {
  if (device == Device::jetsim) return "jetsim";
  return device == Device::cuda ? "cuda" : "cpu";
}

}  // namespace wattline::trainstep
