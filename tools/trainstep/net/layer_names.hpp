// SPDX-License-Identifier: Apache-2.0
// What the name of a module says of it.
#pragma once
#include <string>

namespace wattline::trainstep {

// ResNet's projections on shortcuts lie beside the path that its number counts.
inline bool is_projection(const std::string& module) {
  return module.find("downsample") != std::string::npos;
}

}  // namespace wattline::trainstep
