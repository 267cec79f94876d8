// SPDX-License-Identifier: Apache-2.0
// Writes the kernels that a program runs on an NVIDIA GPU to the file $KERNEL_TRACE: stream, start and end in
// nanoseconds, from the start of the first kernel written. The CUDA driver loads this library if CUDA_INJECTION64_PATH
// names it (CUPTI user's guide, "Injection"). KERNEL_RECORD is the newest kernel record of the CUPTI at hand, such as
// CUpti_ActivityKernel9.
#include <cupti.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::size_t kBufferSize = 1 << 20, kAlignment = 8;

void give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferSize));
  *size = kBufferSize;
  *most_records = 0;  // as many as there is room for
}

void write_records(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t filled) {
  static std::FILE* const file = std::fopen(std::getenv("KERNEL_TRACE"), "w");
  static std::uint64_t origin = 0;
  CUpti_Activity* record = nullptr;
  while (file != nullptr && cuptiActivityGetNextRecord(buffer, filled, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto& kernel = *reinterpret_cast<const KERNEL_RECORD*>(record);
    if (origin == 0) origin = kernel.start;
    std::fprintf(file, "%u\t%lld\t%lld\n", kernel.streamId, static_cast<long long>(kernel.start - origin),
                 static_cast<long long>(kernel.end - origin));
  }
  if (file != nullptr) std::fflush(file);
  std::free(buffer);
}

void write_the_rest() {
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

}  // namespace

extern "C" int InitializeInjection() {
  const bool traces = std::getenv("KERNEL_TRACE") != nullptr &&
                      cuptiActivityRegisterCallbacks(give_buffer, write_records) == CUPTI_SUCCESS &&
                      cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) == CUPTI_SUCCESS;
  if (traces) std::atexit(write_the_rest);
  return traces ? 1 : 0;
}
