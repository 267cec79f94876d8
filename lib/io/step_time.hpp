// SPDX-License-Identifier: Apache-2.0
// The time of a step as a training program prints it: start_mono_s, end_mono_s and step_ms (wattline-steps(7)).
#pragma once
#include <optional>

#include "io/tsv_row.hpp"

namespace wattline::io {

// Reads step_ms. Throws a data error if a step ends before it starts, or if step_ms is far from the time between its
// start and its end: then it has another unit, or the times are those of another clock.
class StepTime {
 public:
  // Columns of the rows.
  StepTime(std::size_t start, std::size_t end, std::size_t step_ms) : start_(start), end_(end), step_ms_(step_ms) {}
  double ms(const TsvRow& row);

 private:
  std::size_t start_, end_, step_ms_;
  std::optional<double> previous_end_s_;
};

}  // namespace wattline::io
