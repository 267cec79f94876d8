// SPDX-License-Identifier: Apache-2.0
// Writes NumPy's array files.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/filesystem.hpp"

namespace wattline::dsgen {

// NumPy's .npy, version 1.0, of 32-bit integers in C order. Returns the file's size.
std::int64_t write_npy(const fs::path& path, const std::vector<std::size_t>& shape,
                       const std::vector<std::int32_t>& values);

}  // namespace wattline::dsgen
