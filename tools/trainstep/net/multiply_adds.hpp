// SPDX-License-Identifier: Apache-2.0
// Counts the arithmetic of a network.
#pragma once
#include <cstdint>
#include <functional>

namespace wattline::trainstep {

// Multiplications with additions in the convolutions and matrix products that `work` runs, from the shapes of the
// operations as LibTorch records them.
std::int64_t multiply_adds(const std::function<void()>& work);

}  // namespace wattline::trainstep
