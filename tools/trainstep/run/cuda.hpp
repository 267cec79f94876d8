// SPDX-License-Identifier: Apache-2.0
// The few functions of the CUDA runtime that timing needs, found at run time: one binary works with and without a GPU,
// no CUDA header is needed (these functions' ABI is the same from CUDA 10 to 13), and a small library can stand in for
// the runtime in tests.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "trainstep/data/minibatch.hpp"
#include "trainstep/run/timer.hpp"

namespace wattline::trainstep {

// Opaque pointers and an int enumeration, as in cuda_runtime_api.h.
struct CudaRuntime {
  int (*device_count)(int*) = nullptr;
  int (*device_attribute)(int*, int attribute, int device) = nullptr;
  int (*event_create)(void**, unsigned) = nullptr;
  int (*event_destroy)(void*) = nullptr;
  int (*event_record)(void*, void*) = nullptr;
  int (*event_synchronize)(void*) = nullptr;
  int (*event_elapsed)(float*, void*, void*) = nullptr;
  int (*host_alloc)(void**, std::size_t, unsigned) = nullptr;
  int (*host_free)(void*) = nullptr;
  int (*host_device_pointer)(void**, void*, unsigned) = nullptr;
  int (*managed_alloc)(void**, std::size_t, unsigned) = nullptr;
  int (*attach)(void* stream, void*, std::size_t, unsigned) = nullptr;
  int (*stream_synchronize)(void*) = nullptr;
  int (*stream_priorities)(int* least, int* greatest) = nullptr;
  int (*stream_create)(void**, unsigned flags, int priority) = nullptr;
  int (*stream_destroy)(void*) = nullptr;
  int (*device_free)(void*) = nullptr;
  const char* (*error_text)(int) = nullptr;
};

// The runtime that LibTorch has loaded, else the system's, else the one that WATTLINE_CUDART names; empty with the
// reason when there is none, it is incomplete, or it finds no device.
std::optional<CudaRuntime> find_cuda(std::string& reason);

// The same; throws unavailable when there is none.
CudaRuntime require_cuda();

// Whether the first GPU has TF32 and bfloat16, as those of the Ampere generation and later ones.
bool computes_in_tf32(const CudaRuntime& runtime);

// Work on different streams runs side by side, as far as the GPU has room; where it has not, that of the greatest
// priority goes first.
enum class StreamPriority { least, greatest };
// A stream of its own, which does not wait for the default stream. Destroyed with the last copy of the pointer.
std::shared_ptr<void> cuda_stream(const CudaRuntime& runtime, StreamPriority priority);

// Events on that stream, empty = the default one; wait() synchronises on the last event, and on nothing else. Throws
// Error{software} with the runtime's text.
Timer cuda_timer(const CudaRuntime& runtime, const std::shared_ptr<void>& stream = {});

enum class MemoryKind {
  pageable,  // ordinary memory, which a GPU copies from through a staging buffer
  pinned,    // a GPU copies from it directly
  mapped,    // a GPU reads it in place
  managed    // moves to the GPU and back
};

// Memory of a kind other than pageable. Managed memory belongs to one side at a time: a Jetson's GPU may not run while
// the processor touches what belongs to both ("CUDA for Tegra", unified memory).
Memory cuda_memory(const CudaRuntime& runtime, MemoryKind kind);

}  // namespace wattline::trainstep
