// SPDX-License-Identifier: Apache-2.0
// The interface of a clock. The real one is in io/system_clock.hpp; tests use a fake one.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wattline {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t mono_ns() = 0;  // CLOCK_MONOTONIC
  virtual std::int64_t time_ns() = 0;  // CLOCK_REALTIME
  // Returns at mono_ns() >= deadline_ns (false) or as soon as one of the descriptors is readable (true).
  virtual bool wait_until(std::int64_t deadline_ns, const int* fds, std::size_t count) = 0;
};

}  // namespace wattline
