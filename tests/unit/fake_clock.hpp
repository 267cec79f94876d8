// SPDX-License-Identifier: Apache-2.0
// Time that passes only by waiting.
#pragma once
#include <algorithm>
#include <functional>

#include "base/clock.hpp"

namespace wattline::test {

class FakeClock : public Clock {
 public:
  explicit FakeClock(std::int64_t mono_ns = 1'000'000'000, std::int64_t time_ns = 1'700'000'000'000'000'000)
      : mono_ns_(mono_ns), offset_ns_(time_ns - mono_ns) {}

  std::int64_t mono_ns() override { return mono_ns_; }
  std::int64_t time_ns() override { return mono_ns_ + offset_ns_; }
  // Passes to the deadline at once. `on_wait` sees the new time and says whether a descriptor became readable.
  bool wait_until(std::int64_t deadline_ns, const int*, std::size_t) override {
    mono_ns_ = std::max(mono_ns_, deadline_ns);
    return on_wait && on_wait(mono_ns_);
  }
  void advance(std::int64_t ns) { mono_ns_ += ns; }
  // As when somebody sets the wall clock.
  void shift_wall(std::int64_t ns) { offset_ns_ += ns; }

  std::function<bool(std::int64_t)> on_wait;

 private:
  std::int64_t mono_ns_, offset_ns_;
};

}  // namespace wattline::test
