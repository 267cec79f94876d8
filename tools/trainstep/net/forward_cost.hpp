// SPDX-License-Identifier: Apache-2.0
// What a forward pass has to compute and to move.
#pragma once
#include <cstdint>
#include <functional>

namespace wattline::trainstep {

struct ForwardCost {
  std::int64_t multiply_adds = 0;
  std::int64_t dense_multiply_adds = 0;  // of matrix products and ungrouped convolutions: tensor cores can compute them
  std::int64_t activation_bytes = 0;     // of the results of convolutions and matrix products
  std::int64_t operations = 0;           // calls of PyTorch that compute something; of one with several products, these
};

// Of what `work` runs, from the operations and shapes that LibTorch records. Multiply-adds are those of convolutions
// and matrix products.
ForwardCost forward_cost(const std::function<void()>& work);

}  // namespace wattline::trainstep
