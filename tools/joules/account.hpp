// SPDX-License-Identifier: Apache-2.0
// The energy of one interval on one rail, as power samples go by.
#pragma once
#include <cmath>
#include <optional>

#include "joules/power.hpp"

namespace wattline::joules {

// Power between two instants: linear, or constant when both ends are equal.
struct Segment {
  double start_s, end_s, start_w, end_w;
};

struct Account {
  double start_s = 0, end_s = 0;
  double energy_j = 0, covered_s = 0;
  long long samples = 0;
  double sampling_j2 = 0;                   // variance of the sampling error
  double edge_start_w = 0, edge_end_w = 0;  // change of power across the segments at the ends

  double length_s() const { return end_s - start_s; }
  void add(const Segment& segment);
  void count_sample(double t_s) { samples += t_s > start_s && t_s <= end_s ? 1 : 0; }
  // Six decimals of each time may be off by half of the last.
  bool covered() const { return covered_s + 4e-6 >= length_s(); }
};

// A rail as it goes by. A reading of a sensor with a window stands for the middle of that window: half of it is taken
// off its time. Readings that repeat the last conversion tell nothing new and are passed over.
class Track {
 public:
  Track(const RailFacts& facts, double max_gap_s) : facts_(facts), max_gap_s_(max_gap_s) {}

  // Calls use(Segment) for each stretch of time over which the power is now known.
  template <class Use>
  void push(const PowerSample& sample, const Use& use) {
    if (!sample.power_w) close(use);
    if (sample.power_w && !(sample.stale && joined_)) take(sample.t_s - shift_s(), *sample.power_w, use);
    last_s_ = sample.t_s;
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
      use(Segment{t_s_, t_s, facts_.counter ? w : w_, w});
    } else if (shift_s() > 0) {
      use(Segment{t_s - shift_s(), t_s, w, w});  // the first reading's own window
    }
    t_s_ = t_s;
    w_ = w;
    joined_ = true;
  }
  RailFacts facts_;
  double max_gap_s_, step_s_ = 0;
  bool joined_ = false;
  double t_s_ = 0, w_ = 0, last_s_ = 0;
};

// A moving average smears a step of power by up to an eighth of window x step across an instant, and the age of the
// reading moves it by up to a window.
double edge_error_j(double change_w, const RailFacts& facts);

}  // namespace wattline::joules
