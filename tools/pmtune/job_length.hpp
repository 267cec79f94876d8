// SPDX-License-Identifier: Apache-2.0
// How many steps a job has left.
#pragma once
#include <cstdint>
#include <optional>

#include "base/step_timing.hpp"

namespace wattline::pmtune {

class JobLength {
 public:
  // Of the whole job, where they are known.
  JobLength(std::optional<double> steps, std::optional<double> epochs) : steps_(steps), epochs_(epochs) {}
  void add(const StepTiming& step);
  // By the total of a progress bar.
  void set_left(std::optional<double> steps) { shown_left_ = steps; }
  double done() const { return done_; }
  // What was asked for, else what the bar shows. Where the length is not known: as many as were done, and at least
  // those of ten minutes.
  double left() const;
  bool is_known() const;

 private:
  std::optional<double> known_left() const;
  std::optional<double> steps_, epochs_, shown_left_;
  double done_ = 0;
  std::optional<double> per_epoch_;  // of the first epoch, once there is a second
  std::int64_t first_epoch_ = -1;
  double mean_ms_ = 0;
};

}  // namespace wattline::pmtune
