// SPDX-License-Identifier: Apache-2.0
// failing_preload.so: tells failing_calls that a program has been loaded, and lets its k-th allocation fail.
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "failing_marker.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
}

namespace {

std::atomic<long> allocations{0};
std::atomic<bool> counting{false};
long fails_at = 0;
pid_t process = 0;

void tell(Event event, long value) {
  ::syscall(SYS_prctl, kMarker, event, value, 0, 0);
}

bool fails() {
  if (!counting || ++allocations != fails_at || ::getpid() != process) return false;
  tell(kAllocationFailed, 0);
  errno = ENOMEM;
  return true;
}

__attribute__((constructor)) void begin() {
  const char* at = std::getenv(kAllocationAt);
  const char* program = std::getenv(kAllocationProgram);
  tell(kLoaded, 0);
  const bool named = program == nullptr || *program == '\0' || std::strcmp(program, program_invocation_short_name) == 0;
  if (at == nullptr || !named) return;
  fails_at = std::atol(at);
  process = ::getpid();
  counting = true;
}

__attribute__((destructor)) void end() {
  if (counting && ::getpid() == process) tell(kAllocations, allocations);
}

}  // namespace

extern "C" {
__attribute__((visibility("default"))) void* malloc(std::size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}
__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}
__attribute__((visibility("default"))) void* realloc(void* block, std::size_t size) {
  return fails() ? nullptr : __libc_realloc(block, size);
}
}
