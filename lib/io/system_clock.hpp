// SPDX-License-Identifier: Apache-2.0
// The machine's clocks. Under a root that jetsim serves with --time-scale, they run in emulated time; no other part
// knows about the time scale.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/clock.hpp"
#include "io/root.hpp"

namespace wattline::io {

class SystemClock : public Clock {
 public:
  // Asks the kernel for the smallest timer slack of this thread (prctl(2), PR_SET_TIMERSLACK).
  explicit SystemClock(const std::optional<Emulation>& emulation = {});
  std::int64_t mono_ns() override;
  std::int64_t time_ns() override;
  bool wait_until(std::int64_t deadline_ns, const int* fds, std::size_t count) override;

 private:
  std::int64_t scaled(std::int64_t real_mono_ns) const;
  std::int64_t unscaled(std::int64_t mono_ns) const;
  std::int64_t slack_parts_;
  double scale_ = 1;
  std::int64_t origin_ns_ = 0;
};

}  // namespace wattline::io
