// SPDX-License-Identifier: Apache-2.0
// Stands in for the CUDA runtime: a device clock that a test moves, events that read it, and streams, with a log of
// what is queued on them and waited for.
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <string>

namespace {

struct Event {
  double ms = 0;
  bool reached = false;
  std::string stream;
};

struct Stream {
  std::string name;
};

std::mutex g_mutex;
std::string g_log;  // one line per call
int g_streams = 0;

std::string name_of(void* stream) {
  return stream == nullptr ? "default" : static_cast<Stream*>(stream)->name;
}
void log(const std::string& line) {
  const std::lock_guard<std::mutex> lock(g_mutex);
  g_log += line + '\n';
}

double g_now_ms = 0;
int g_devices = 1, g_synchronised = 0, g_allocations = 0;
unsigned g_flags = 0, g_attached = 0;

int devices() {
  const char* text = std::getenv("FAKE_CUDA_DEVICES");
  return text != nullptr ? std::atoi(text) : g_devices;
}

}  // namespace

extern "C" {
void fake_cuda_advance(double ms) {
  g_now_ms += ms;
}
int fake_cuda_synchronised() {
  return g_synchronised;
}
int fake_cuda_allocations() {
  return g_allocations;
}
// Of the last allocation, and what managed memory was attached to last.
unsigned fake_cuda_flags() {
  return g_flags;
}
unsigned fake_cuda_attached() {
  return g_attached;
}

// What was called since the last look.
const char* fake_cuda_log() {
  static std::string shown;
  const std::lock_guard<std::mutex> lock(g_mutex);
  shown.swap(g_log);
  g_log.clear();
  return shown.c_str();
}
// A kernel on that stream.
void fake_cuda_launch(const char* kernel, void* stream) {
  log(std::string(kernel) + " on " + name_of(stream));
}

int cudaGetDeviceCount(int* count) {
  *count = devices();
  return *count < 0 ? 35 : 0;
}
// The compute capability, 8.7 as an Orin's unless the test wants another.
int cudaDeviceGetAttribute(int* value, int, int) {
  const char* text = std::getenv("FAKE_CUDA_CAPABILITY");
  *value = text != nullptr ? std::atoi(text) : 8;
  return 0;
}
int cudaEventCreateWithFlags(void** event, unsigned) {
  *event = new Event;
  return 0;
}
int cudaEventDestroy(void* event) {
  delete static_cast<Event*>(event);
  return 0;
}
int cudaEventRecord(void* event, void* stream) {
  *static_cast<Event*>(event) = {g_now_ms, true, name_of(stream)};
  log("event on " + name_of(stream));
  return 0;
}
int cudaEventSynchronize(void* event) {
  ++g_synchronised;
  log("wait for the event on " + static_cast<Event*>(event)->stream);
  return 0;
}
int cudaEventElapsedTime(float* ms, void* from, void* to) {
  const Event *a = static_cast<Event*>(from), *b = static_cast<Event*>(to);
  if (!a->reached || !b->reached) return 400;
  *ms = static_cast<float>(b->ms - a->ms);
  return 0;
}
int cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  ++g_allocations;
  g_flags = flags;
  *memory = std::malloc(bytes);
  return 0;
}
int cudaFreeHost(void* memory) {
  --g_allocations;
  std::free(memory);
  return 0;
}
// The device sees the host's memory elsewhere.
int cudaHostGetDevicePointer(void** there, void* memory, unsigned) {
  *there = static_cast<char*>(memory) + 4096;
  return 0;
}
int cudaMallocManaged(void** memory, std::size_t bytes, unsigned attached) {
  g_attached = attached;
  return cudaHostAlloc(memory, bytes, 0);
}
int cudaStreamAttachMemAsync(void*, void*, std::size_t, unsigned attached) {
  g_attached = attached;
  return 0;
}
int cudaStreamSynchronize(void* stream) {
  log("wait for " + name_of(stream));
  return 0;
}
int cudaDeviceSynchronize() {
  log("wait for the device");
  return 0;
}
int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = -5;
  return 0;
}
int cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  const std::string name = "stream " + std::to_string(++g_streams);
  log(name + (flags == 1 ? ", not blocking, priority " : ", priority ") + std::to_string(priority));
  *stream = new Stream{name};
  return 0;
}
int cudaStreamDestroy(void* stream) {
  log("end of " + name_of(stream));
  delete static_cast<Stream*>(stream);
  return 0;
}
int cudaFree(void* memory) {
  return cudaFreeHost(memory);
}
const char* cudaGetErrorString(int code) {
  return code == 35 ? "driver version is insufficient" : "invalid resource handle";
}
}
