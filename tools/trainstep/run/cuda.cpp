// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/cuda.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

void* open_library() {
  if (const char* named = std::getenv("WATTLINE_CUDART")) return ::dlopen(named, RTLD_NOW | RTLD_LOCAL);
  if (::dlsym(RTLD_DEFAULT, "cudaEventRecord") != nullptr) return RTLD_DEFAULT;
  for (const char* name :
       {"libcudart.so", "libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so.10.2"}) {
    if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

template <class Function>
bool resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

bool resolve_all(void* library, CudaRuntime& r) {
  return resolve(library, "cudaGetDeviceCount", r.device_count) &&
         resolve(library, "cudaEventCreateWithFlags", r.event_create) &&
         resolve(library, "cudaEventDestroy", r.event_destroy) && resolve(library, "cudaEventRecord", r.event_record) &&
         resolve(library, "cudaEventSynchronize", r.event_synchronize) &&
         resolve(library, "cudaEventElapsedTime", r.event_elapsed) && resolve(library, "cudaHostAlloc", r.host_alloc) &&
         resolve(library, "cudaFreeHost", r.host_free) && resolve(library, "cudaMallocManaged", r.managed_alloc) &&
         resolve(library, "cudaFree", r.device_free) && resolve(library, "cudaGetErrorString", r.error_text);
}

void check(const CudaRuntime& runtime, int code, const char* what) {
  if (code != 0) throw Error(ExitCode::software, std::string(what) + ": " + runtime.error_text(code));
}

// One event per mark, used again in each step.
class Events {
 public:
  explicit Events(const CudaRuntime& runtime) : runtime_(runtime) {
    constexpr unsigned kWithTiming = 0;
    for (void*& event : events_) check(runtime_, runtime_.event_create(&event, kWithTiming), "cudaEventCreate");
  }
  ~Events() {
    for (void* event : events_) runtime_.event_destroy(event);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  void record(Mark mark) {
    last_ = static_cast<std::size_t>(mark);
    check(runtime_, runtime_.event_record(events_[last_], nullptr), "cudaEventRecord");
  }
  void wait() { check(runtime_, runtime_.event_synchronize(events_[last_]), "cudaEventSynchronize"); }
  double elapsed_ms(Mark from, Mark to) {
    float ms = 0;
    const auto at = [this](Mark mark) { return events_[static_cast<std::size_t>(mark)]; };
    check(runtime_, runtime_.event_elapsed(&ms, at(from), at(to)), "cudaEventElapsedTime");
    return static_cast<double>(ms);
  }

 private:
  CudaRuntime runtime_;
  std::array<void*, kMarks> events_{};
  std::size_t last_ = 0;
};

}  // namespace

std::optional<CudaRuntime> find_cuda(std::string& reason) {
  void* library = open_library();
  CudaRuntime runtime;
  int devices = 0;
  if (library == nullptr && std::getenv("WATTLINE_CUDART") != nullptr) {
    reason = std::string("CUDA: ") + ::dlerror();
  } else if (library == nullptr && ::dlsym(RTLD_DEFAULT, "cudaEventRecord") == nullptr) {
    reason = "CUDA: no libcudart";
  } else if (!resolve_all(library, runtime)) {
    reason = "CUDA: the runtime lacks functions";
  } else if (const int code = runtime.device_count(&devices)) {
    reason = std::string("CUDA: ") + runtime.error_text(code);
  } else if (devices == 0) {
    reason = "CUDA: no device";
  } else {
    return runtime;
  }
  return std::nullopt;
}

Timer cuda_timer(const CudaRuntime& runtime) {
  const auto events = std::make_shared<Events>(runtime);
  return {"cuda", [events](Mark mark) { events->record(mark); }, [events] { events->wait(); },
          [events](Mark from, Mark to) { return events->elapsed_ms(from, to); }};
}

Memory cuda_memory(const CudaRuntime& runtime, const std::string& kind) {
  constexpr unsigned kPortable = 1, kMapped = 2, kAttachGlobal = 1;
  const bool managed = kind == "managed";
  const unsigned flags = kind == "mapped" ? kPortable | kMapped : kPortable;
  const auto allocate = [runtime, managed, flags](std::size_t bytes) {
    void* memory = nullptr;
    const int code =
        managed ? runtime.managed_alloc(&memory, bytes, kAttachGlobal) : runtime.host_alloc(&memory, bytes, flags);
    if (code != 0) throw std::bad_alloc();
    return memory;
  };
  const auto release = [runtime, managed](void* memory) {
    managed ? runtime.device_free(memory) : runtime.host_free(memory);
  };
  return {allocate, release};
}

}  // namespace wattline::trainstep
