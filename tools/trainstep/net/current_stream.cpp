// SPDX-License-Identifier: Apache-2.0
#include "trainstep/net/current_stream.hpp"

#include <c10/core/StreamGuard.h>

namespace wattline::trainstep {

// The headers of LibTorch's CUDA part are not needed: its streams have identifiers, and that of a stream made outside
// LibTorch is the handle of the CUDA runtime (c10/cuda/CUDAStream.cpp, from release 1.10 on).
void on_stream(void* stream, const std::function<void()>& work) {
  const c10::Device device = c10::impl::VirtualGuardImpl(c10::DeviceType::CUDA).getDevice();
  const c10::StreamGuard guard(
      c10::Stream(c10::Stream::UNSAFE, device, static_cast<c10::StreamId>(reinterpret_cast<std::intptr_t>(stream))));
  work();
}

}  // namespace wattline::trainstep
