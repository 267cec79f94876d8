// SPDX-License-Identifier: Apache-2.0
// Where a network computes.
#pragma once

namespace wattline::trainstep {

enum class Device { cpu, cuda };

// "cpu" or "cuda", as rows, the meta file and LibTorch have it.
inline const char* to_string(Device device) {
  return device == Device::cuda ? "cuda" : "cpu";
}

}  // namespace wattline::trainstep
