// SPDX-License-Identifier: Apache-2.0
// The steps that a command has done, from the counter in the progress bar that it prints.
//
// Bars are drawn every 0.1 s or every few steps, so a row is an interval with several steps. Where a bar is drawn by
// the loop itself (tqdm, Keras), it is drawn when a step ends; where another thread draws it (rich), up to one step
// later.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/overwritten_text.hpp"
#include "base/step_timing.hpp"
#include "base/text_counter.hpp"

namespace wattline {

class ProgressCounter {
 public:
  // `expression`: of a counter of another form (CounterPattern); empty = any. Throws a usage error.
  explicit ProgressCounter(const std::string& expression = {});

  // Bytes of a stream (stdout is 1, stderr is 2), read at this time. Returns the interval since the counter was seen to
  // move before. What was read together has one time, that of the last count.
  std::optional<StepTiming> feed(int stream, std::string_view bytes, double now_s);

  // Of several counters, the one that took most of the time: of nested loops the inner one, of training and validation
  // the training, and of the preparation only as long as nothing else has moved.
  bool found() const { return chosen_ >= 0; }
  // Since it was first seen; 0 without one.
  double steps() const;
  // Most by which the steps of any stretch of time are wrong.
  double error_steps() const;
  // Of the whole job, in all epochs, and what is left of it; empty where the bar has no total, or
  // begins again and the number of epochs is not known.
  std::optional<double> total_steps() const;
  std::optional<double> steps_left() const;

 private:
  struct Bar {
    std::string key;
    TextCounter last;
    double seen_s = 0;   // when it moved last, or began
    double pending = 0;  // steps since then
    double steps = 0;
    double moving_s = 0;
    double restarts = 0;
    bool fresh = true;      // has not moved since it began
    bool moved = false;     // in the bytes that were read last
    std::int64_t used = 0;  // when its text came last
  };
  void take_text(int stream, std::string_view text, int depth, bool complete, double now_s);
  bool may_count_epochs(const Bar& bar) const;
  std::size_t bar_of(const std::string& key, const TextCounter& counter, double now_s);
  static double unseen_steps(const Bar& bar, double now_s);
  static void advance(Bar& bar, const TextCounter& counter, double now_s);
  void choose(double now_s);
  std::optional<StepTiming> end_interval(Bar& bar, double now_s);
  std::optional<double> passes() const;
  const Bar& chosen() const { return bars_[static_cast<std::size_t>(chosen_)]; }

  std::optional<CounterPattern> pattern_;
  std::optional<OverwrittenText> streams_[3];
  std::vector<Bar> bars_;
  int chosen_ = -1;
  double last_move_s_ = 0;
  std::int64_t texts_ = 0;
};

}  // namespace wattline
