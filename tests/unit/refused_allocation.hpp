// SPDX-License-Identifier: Apache-2.0
// Lets an allocation of C or C++ fail. It replaces malloc(3), so only one source of a program includes it. Sanitizers
// have a malloc of their own, with which this cannot be tested.
#pragma once
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WATTLINE_CAN_REFUSE_MEMORY
#include <cerrno>
#include <cstddef>
#include <functional>
#include <new>

#include "catch.hpp"

extern "C" void* __libc_malloc(std::size_t size);

namespace wattline::test {
inline thread_local int allocations_left = 0;  // the one that counts down to 0 fails
}

extern "C" __attribute__((visibility("default"))) void* malloc(std::size_t size) {
  if (wattline::test::allocations_left == 0 || --wattline::test::allocations_left > 0) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

namespace wattline::test {

// Runs `work` again and again: its first allocation is refused, then its second, and so on, until it needs none more.
// Returns how often it threw std::bad_alloc; it may also manage with less (libjpeg does) but throw nothing else.
inline int refuse_each_allocation(const std::function<void()>& work) {
  int thrown = 0;
  for (int k = 1;; ++k) {
    allocations_left = k;
    try {
      work();
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
    if (allocations_left > 0) break;
  }
  allocations_left = 0;
  return thrown;
}

}  // namespace wattline::test
#endif
