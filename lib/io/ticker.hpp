// SPDX-License-Identifier: Apache-2.0
// An absolute schedule: tick k is due at start + k * period. Missed ticks are counted, never made up for.
#pragma once
#include <cstdint>

#include "base/random.hpp"

namespace wattline::io {

class Ticker {
 public:
  // With `spread`, tick k is due up to a period later, by a time that wanders: two ticks are 1 - spread to 1 + spread
  // periods apart, and in the long run each moment of a period is as likely as any other. What repeats itself in about
  // a period is then seen at all its moments. At most 1.
  Ticker(std::int64_t start_ns, std::int64_t period_ns, double spread = 0)
      : start_ns_(start_ns), period_ns_(period_ns), spread_(spread), random_(static_cast<std::uint64_t>(start_ns)) {}

  std::int64_t due_ns() const {
    return start_ns_ + next_ * period_ns_ + static_cast<std::int64_t>(later_ * static_cast<double>(period_ns_));
  }

  // Takes the tick that is due at `now_ns` (>= due_ns()) and returns how many ticks before it passed unseen.
  std::int64_t take(std::int64_t now_ns) {
    const std::int64_t late = (now_ns - due_ns()) / period_ns_;
    const std::int64_t missed = late > 0 ? late : 0;
    next_ += missed + 1;
    missed_ += missed;
    ++taken_;
    if (spread_ > 0) wander();
    return missed;
  }

  std::int64_t taken() const { return taken_; }
  std::int64_t missed() const { return missed_; }

 private:
  // A random walk that is reflected at both ends has a uniform distribution between them.
  void wander() {
    later_ += random_.uniform(-spread_, spread_);
    if (later_ < 0) later_ = -later_;
    if (later_ > 1) later_ = 2 - later_;
  }
  std::int64_t start_ns_, period_ns_;
  double spread_, later_ = 0;  // of the next tick, in periods
  Random random_;
  std::int64_t next_ = 0, taken_ = 0, missed_ = 0;
};

}  // namespace wattline::io
