// SPDX-License-Identifier: Apache-2.0
// Whether the memory of a board suffices for a training: weights, their gradients and momenta, what CUDA and LibTorch
// need, and what each sample of a minibatch leaves for the backward pass.
#pragma once
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

bool fits_memory(const BoardSpec& board, const Surface& surface, const MinibatchSize& size);

// Ends as trainstep does on such a board: throws an error that names the largest half, quarter ... that fits.
void require_memory(const BoardSpec& board, const Surface& surface, const MinibatchSize& size);

}  // namespace wattline::jetsim
