// SPDX-License-Identifier: Apache-2.0
// Files that LibTorch writes. Includes LibTorch: for net/*.cpp only.
#pragma once
#include <functional>
#include <string>

#include "trainstep/net/network.hpp"

namespace wattline::trainstep {

// Replaces the file as a whole with what `work` writes. Throws what writing the file throws.
void write_archive(const std::string& path, const std::function<void(const WriteBytes&)>& work);

}  // namespace wattline::trainstep
