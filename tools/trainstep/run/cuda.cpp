// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/cuda.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/error.hpp"
#include "base/not_copyable.hpp"

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
         resolve(library, "cudaDeviceGetAttribute", r.device_attribute) &&
         resolve(library, "cudaEventCreateWithFlags", r.event_create) &&
         resolve(library, "cudaEventDestroy", r.event_destroy) && resolve(library, "cudaEventRecord", r.event_record) &&
         resolve(library, "cudaEventSynchronize", r.event_synchronize) &&
         resolve(library, "cudaEventElapsedTime", r.event_elapsed) && resolve(library, "cudaHostAlloc", r.host_alloc) &&
         resolve(library, "cudaFreeHost", r.host_free) &&
         resolve(library, "cudaHostGetDevicePointer", r.host_device_pointer) &&
         resolve(library, "cudaMallocManaged", r.managed_alloc) &&
         resolve(library, "cudaStreamAttachMemAsync", r.attach) &&
         resolve(library, "cudaStreamSynchronize", r.stream_synchronize) &&
         resolve(library, "cudaDeviceGetStreamPriorityRange", r.stream_priorities) &&
         resolve(library, "cudaStreamCreateWithPriority", r.stream_create) &&
         resolve(library, "cudaStreamDestroy", r.stream_destroy) && resolve(library, "cudaFree", r.device_free) &&
         resolve(library, "cudaGetErrorString", r.error_text);
}

void check(const CudaRuntime& runtime, int code, const char* what) {
  if (code != 0) throw Error(ExitCode::software, std::string(what) + ": " + runtime.error_text(code));
}

// One event per mark, used again in each step.
class Events : NotCopyable {
 public:
  Events(const CudaRuntime& runtime, std::shared_ptr<void> stream) : runtime_(runtime), stream_(std::move(stream)) {
    constexpr unsigned kWithTiming = 0;
    for (void*& event : events_) check(runtime_, runtime_.event_create(&event, kWithTiming), "cudaEventCreate");
  }
  ~Events() {
    for (void* event : events_) runtime_.event_destroy(event);
  }

  void record(Mark mark) {
    last_ = index(mark);
    check(runtime_, runtime_.event_record(events_[last_], stream_.get()), "cudaEventRecord");
  }
  void wait() { check(runtime_, runtime_.event_synchronize(events_[last_]), "cudaEventSynchronize"); }
  double elapsed_ms(Mark from, Mark to) {
    float ms = 0;
    const auto at = [this](Mark mark) { return events_[index(mark)]; };
    check(runtime_, runtime_.event_elapsed(&ms, at(from), at(to)), "cudaEventElapsedTime");
    return static_cast<double>(ms);
  }

 private:
  CudaRuntime runtime_;
  std::shared_ptr<void> stream_;
  std::array<void*, kMarks> events_{};
  std::size_t last_ = 0;
};

Memory managed_memory(const CudaRuntime& runtime) {
  constexpr unsigned kToAll = 1, kToHost = 2;
  Memory memory;
  memory.allocate = [runtime](std::size_t bytes) {
    void* place = nullptr;
    if (runtime.managed_alloc(&place, bytes, kToHost) != 0) throw std::bad_alloc();
    return place;
  };
  memory.release = [runtime](void* place) { runtime.device_free(place); };
  const auto attach = [runtime](void* place, unsigned to) {
    check(runtime, runtime.attach(nullptr, place, 0, to), "cudaStreamAttachMemAsync");
    check(runtime, runtime.stream_synchronize(nullptr), "cudaStreamSynchronize");
  };
  memory.lend = [attach](void* place) {
    attach(place, kToAll);
    return place;
  };
  memory.take_back = [attach](void* place) { attach(place, kToHost); };
  return memory;
}

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

CudaRuntime require_cuda() {
  std::string reason;
  const auto runtime = find_cuda(reason);
  if (!runtime) throw unavailable(reason, "use --device cpu");
  return *runtime;
}

bool computes_in_tf32(const CudaRuntime& runtime) {
  constexpr int kCapabilityMajor = 75, kAmpere = 8;
  int major = 0;
  check(runtime, runtime.device_attribute(&major, kCapabilityMajor, 0), "cudaDeviceGetAttribute");
  return major >= kAmpere;
}

std::shared_ptr<void> cuda_stream(const CudaRuntime& runtime, StreamPriority priority) {
  constexpr unsigned kNonBlocking = 1;
  int least = 0, greatest = 0;
  check(runtime, runtime.stream_priorities(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
  void* stream = nullptr;
  const int chosen = priority == StreamPriority::least ? least : greatest;
  check(runtime, runtime.stream_create(&stream, kNonBlocking, chosen), "cudaStreamCreateWithPriority");
  return {stream, [runtime](void* made) { runtime.stream_destroy(made); }};
}

Timer cuda_timer(const CudaRuntime& runtime, const std::shared_ptr<void>& stream) {
  const auto events = std::make_shared<Events>(runtime, stream);
  return {true, [events](Mark mark) { events->record(mark); }, [events] { events->wait(); },
          [events](Mark from, Mark to) { return events->elapsed_ms(from, to); }};
}

Memory cuda_memory(const CudaRuntime& runtime, MemoryKind kind) {
  constexpr unsigned kPortable = 1, kMapped = 2;
  Memory memory;
  memory.allocate = [runtime, flags = kind == MemoryKind::mapped ? kPortable | kMapped : kPortable](std::size_t bytes) {
    void* place = nullptr;
    if (runtime.host_alloc(&place, bytes, flags) != 0) throw std::bad_alloc();
    return place;
  };
  memory.release = [runtime](void* place) { runtime.host_free(place); };
  if (kind == MemoryKind::mapped) {
    memory.lend = [runtime](void* place) {
      void* there = nullptr;
      check(runtime, runtime.host_device_pointer(&there, place, 0), "cudaHostGetDevicePointer");
      return there;
    };
  }
  return kind == MemoryKind::managed ? managed_memory(runtime) : memory;
}

}  // namespace wattline::trainstep
