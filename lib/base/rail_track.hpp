// SPDX-License-Identifier: Apache-2.0
// The power of one rail over time, built from its readings one by one. A reading that repeats the last conversion is
// skipped. A new one of a sensor with a window ended at most one window, or the time since the reading before it, ago:
// it stands for the middle of its window, half of that age earlier.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/interval_energy.hpp"
#include "base/repetition.hpp"

namespace wattline {

constexpr double kMaxGapS = 1;  // longest time without readings over which the power is interpolated

class RailTrack {
 public:
  RailTrack(const RailFacts& facts, double max_gap_s) : facts_(facts), max_gap_s_(max_gap_s) {}

  // A reading at `t_s`. Calls use(Segment) for each stretch of time over which the power is now known.
  template <class Use>
  void push(double t_s, const std::optional<double>& power_w, bool stale, const Use& use) {
    if (!power_w) close(use);
    if (power_w && !(stale && joined_)) take(t_s, *power_w, use);
    learn_step(t_s - last_s_);
    last_s_ = t_s;
    ++rows_;
  }
  // The last reading holds for the rest of its window, and while the sensor was read but had no new one: for one window
  // after it was read at most, since the next conversion ends by then.
  template <class Use>
  void close(const Use& use) {
    if (joined_ && shift_s() > 0 && last_s_ > t_s_) {
      const double window_end_s = std::min(t_s_ + shift_s(), last_s_);
      use_unknown(constant(t_s_, window_end_s), use);
      Segment unread = constant(window_end_s, std::min(last_s_, read_s_ + facts_.window_s));
      unread.missed = true;
      if (unread.length_s() > 0) use_unknown(unread, use);
      known_until_s_ = std::max({known_until_s_, window_end_s, unread.end_s});
    }
    joined_ = false;
  }
  // No later segment begins before this.
  double final_until_s() const { return joined_ ? t_s_ : last_s_ - facts_.window_s; }

  const RailFacts& facts() const { return facts_; }

 private:
  static constexpr double kGapSteps = 10;
  static constexpr double kGapWindows = 2.5;     // between readings that follow each other
  static constexpr double kMissedSteps = 1.8;    // usual steps between readings, of which one is missing then
  static constexpr long long kFewReadings = 16;  // that say little about the range of the power
  double shift_s() const { return facts_.counter ? 0 : facts_.window_s / 2; }

  template <class Use>
  void take(double read_s, double w, const Use& use) {
    const double age_s = facts_.counter || read_ == 0 ? 0 : age(read_s, w);
    const double t_s = read_s - shift_s() - age_s / 2;
    const double usual_s = step_s_ == 0 ? t_s - t_s_ : step_s_;
    const double gap_s = std::fmax(max_gap_s_, std::fmax(kGapSteps * usual_s, kGapWindows * facts_.window_s));
    if (joined_ && t_s - t_s_ > gap_s) close(use);
    if (joined_ && t_s <= t_s_) return;  // a row that stands twice
    ++read_;
    low_w_ = read_ == 1 ? w : std::min(low_w_, w);
    high_w_ = read_ == 1 ? w : std::max(high_w_, w);
    if (joined_) {
      use_unknown(between(t_s, w, age_s), use);
    } else if (shift_s() > 0) {
      w_ = w;
      use_unknown(constant(t_s - shift_s(), t_s), use);  // the first reading's own window
    }
    t_s_ = t_s;
    read_s_ = read_s;
    w_ = w;
    joined_ = true;
    repetition_.add(w);
  }

  // How long before it was read the window may have ended: since the row before, or within a window if the reading is
  // equal to the one before: nothing tells then when one conversion ended and the next began.
  double age(double read_s, double w) const {
    return joined_ && w == w_ ? facts_.window_s : std::min(facts_.window_s, read_s - last_s_);
  }

  // The part of a segment that the last reading before a gap did not stand for already.
  template <class Use>
  void use_unknown(Segment segment, const Use& use) const {
    if (segment.end_s <= known_until_s_) return;
    if (segment.start_s < known_until_s_) {
      const double share = (known_until_s_ - segment.start_s) / segment.length_s();
      segment.start_w += share * (segment.end_w - segment.start_w);
      segment.start_s = known_until_s_;
    }
    use(segment);
  }

  // The usual time from one row to the next.
  void learn_step(double gap_s) {
    if (rows_ == 0 || gap_s <= 0) return;
    step_s_ = step_s_ == 0 ? gap_s : step_s_ + (std::min(gap_s, 2 * step_s_) - step_s_) / kGapSteps;
  }
  // From the reading before to this one.
  Segment between(double t_s, double w, double age_s) {
    Segment segment{t_s_, t_s, facts_.counter ? w : w_, w};
    const double dt = segment.length_s();
    const double window_s = facts_.counter ? dt : std::min(facts_.window_s, dt);
    describe(segment);
    segment.missed = step_s_ > 0 && dt > kMissedSteps * std::max(step_s_, facts_.window_s);
    segment.change_w = std::fabs(w - w_);
    segment.unseen = 1 - window_s / dt;
    segment.jitter_j2 = segment.change_w * segment.change_w * age_s * age_s / 12;
    // A step of power between two readings shows in at least half of one of the two changes around it, or less where
    // windows overlap. By how much it can be misplaced: windows that meet, their ages, and time that no window saw.
    const double overlap = facts_.counter ? 1 : std::fmax(1, facts_.window_s / dt);
    edge_j_ = 2 * segment.change_w * overlap * (window_s / 4 + age_s / 2 + (dt - window_s) / 4);
    // Readings that average over a load in step with their windows change little. Within a window, the power may differ
    // from its mean by as much as that; at the worst, an edge is in its middle.
    edge_j_ = std::max(edge_j_, std::max(std::fabs(w), std::fabs(w_)) * (window_s + age_s) / 4);
    segment.edge_j = edge_j_;
    segment.resolution_s = std::max(facts_.window_s, window_s) + kResolved * (dt - window_s);
    return segment;
  }
  Segment constant(double start_s, double end_s) const {
    Segment segment{start_s, end_s, w_, w_};
    describe(segment);
    segment.edge_j = edge_j_;
    segment.resolution_s = facts_.window_s;
    return segment;
  }
  void describe(Segment& segment) const {
    segment.usual_w2 = repetition_.mean_square_change();
    segment.repetition = repetition_.factor();
    const bool few = read_ < kFewReadings;
    segment.low_w = few ? std::min(low_w_, 0.0) : low_w_;
    segment.high_w = few ? high_w_ + std::fabs(high_w_) : high_w_;
  }

  static constexpr double kResolved = 1.9;  // two steps between readings, of which one may be a little longer
  RailFacts facts_;
  double max_gap_s_, step_s_ = 0;
  bool joined_ = false;
  long long rows_ = 0, read_ = 0;
  double known_until_s_ = std::numeric_limits<double>::lowest();  // by the readings before a gap
  double t_s_ = 0, read_s_ = 0, w_ = 0, last_s_ = 0, edge_j_ = 0, low_w_ = 0, high_w_ = 0;
  Repetition repetition_;
};

}  // namespace wattline
