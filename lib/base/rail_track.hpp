// SPDX-License-Identifier: Apache-2.0
// The power of one rail over time, built from its readings one by one. A reading of a sensor with a window stands for
// the middle of that window, so half a window is subtracted from its time. A reading that repeats the last conversion
// is skipped.
#pragma once
#include <cmath>
#include <optional>

#include "base/interval_energy.hpp"
#include "base/repetition.hpp"

namespace wattline {

class RailTrack {
 public:
  RailTrack(const RailFacts& facts, double max_gap_s) : facts_(facts), max_gap_s_(max_gap_s) {}

  // A reading at `t_s`. Calls use(Segment) for each stretch of time over which the power is now known.
  template <class Use>
  void push(double t_s, const std::optional<double>& power_w, bool stale, const Use& use) {
    if (!power_w) close(use);
    if (power_w && !(stale && joined_)) take(t_s - shift_s(), *power_w, use);
    last_s_ = t_s;
  }
  // The last reading holds until the moment it was last read.
  template <class Use>
  void close(const Use& use) {
    if (joined_ && shift_s() > 0 && last_s_ > t_s_) use(Segment{t_s_, last_s_, w_, w_});
    joined_ = false;
  }
  // No later segment begins before this.
  double final_until_s() const { return joined_ ? t_s_ : last_s_ - facts_.window_s; }

  const RailFacts& facts() const { return facts_; }

 private:
  static constexpr double kGapSteps = 10;
  double shift_s() const { return facts_.counter ? 0 : facts_.window_s / 2; }
  template <class Use>
  void take(double t_s, double w, const Use& use) {
    if (joined_ && step_s_ == 0) step_s_ = t_s - t_s_;
    if (joined_ && t_s - t_s_ > std::fmax(max_gap_s_, kGapSteps * step_s_)) close(use);
    if (joined_) {
      use(Segment{t_s_, t_s, facts_.counter ? w : w_, w, repetition_.factor()});
    } else if (shift_s() > 0) {
      use(Segment{t_s - shift_s(), t_s, w, w});  // the first reading's own window
    }
    t_s_ = t_s;
    w_ = w;
    joined_ = true;
    repetition_.add(w);
  }
  RailFacts facts_;
  double max_gap_s_, step_s_ = 0;
  bool joined_ = false;
  double t_s_ = 0, w_ = 0, last_s_ = 0;
  Repetition repetition_;
};

}  // namespace wattline
