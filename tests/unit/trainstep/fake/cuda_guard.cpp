// SPDX-License-Identifier: Apache-2.0
// Stands in for the part of LibTorch's CUDA support that knows the current stream of each thread.
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace {

thread_local c10::StreamId t_stream = 0;

struct FakeCudaGuard final : c10::impl::DeviceGuardImplInterface {
  static c10::Device first() { return {c10::DeviceType::CUDA, 0}; }
  static c10::Stream of(c10::StreamId id) { return c10::Stream(c10::Stream::UNSAFE, first(), id); }

  c10::DeviceType type() const override { return c10::DeviceType::CUDA; }
  c10::Device exchangeDevice(c10::Device) const override { return first(); }
  c10::Device getDevice() const override { return first(); }
  void setDevice(c10::Device) const override {}
  void uncheckedSetDevice(c10::Device) const noexcept override {}
  c10::Stream getStream(c10::Device) const noexcept override { return of(t_stream); }
  c10::Stream exchangeStream(c10::Stream stream) const noexcept override {
    const c10::StreamId before = t_stream;
    t_stream = stream.id();
    return of(before);
  }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
};

C10_REGISTER_GUARD_IMPL(CUDA, FakeCudaGuard)

}  // namespace

extern "C" void* fake_cuda_current_stream() {
  return reinterpret_cast<void*>(t_stream);
}
