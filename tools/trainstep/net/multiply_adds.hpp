// SPDX-License-Identifier: Apache-2.0
// Counts the arithmetic of a network.
#pragma once
#include <cstdint>
#include <functional>

namespace wattline::trainstep {

struct MultiplyAdds {
  std::int64_t all = 0;
  std::int64_t dense = 0;  // of matrix products and ungrouped convolutions, which tensor cores can compute
};

// Multiplications with additions in the convolutions and matrix products that `work` runs, from the shapes of the
// operations as LibTorch records them.
MultiplyAdds multiply_adds(const std::function<void()>& work);

}  // namespace wattline::trainstep
