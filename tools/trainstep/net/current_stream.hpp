// SPDX-License-Identifier: Apache-2.0
// On which of a GPU's streams LibTorch queues its work.
#pragma once
#include <functional>

namespace wattline::trainstep {

// What this thread queues in `work`, and the backward passes of it, goes to that stream of the CUDA runtime. Throws
// what `work` throws.
void on_stream(void* stream, const std::function<void()>& work);

}  // namespace wattline::trainstep
