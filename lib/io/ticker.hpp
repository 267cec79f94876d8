// SPDX-License-Identifier: Apache-2.0
// An absolute schedule: tick k is due at start + k * period. Missed ticks are counted, never made up for.
#pragma once
#include <cstdint>

namespace wattline::io {

class Ticker {
 public:
  Ticker(std::int64_t start_ns, std::int64_t period_ns) : start_ns_(start_ns), period_ns_(period_ns) {}

  std::int64_t due_ns() const { return start_ns_ + next_ * period_ns_; }

  // Takes the tick that is due at `now_ns` (>= due_ns()) and returns how many ticks before it passed unseen.
  std::int64_t take(std::int64_t now_ns) {
    const std::int64_t current = (now_ns - start_ns_) / period_ns_;
    const std::int64_t missed = current > next_ ? current - next_ : 0;
    next_ += missed + 1;
    missed_ += missed;
    ++taken_;
    return missed;
  }

  std::int64_t taken() const { return taken_; }
  std::int64_t missed() const { return missed_; }

 private:
  std::int64_t start_ns_, period_ns_;
  std::int64_t next_ = 0, taken_ = 0, missed_ = 0;
};

}  // namespace wattline::io
