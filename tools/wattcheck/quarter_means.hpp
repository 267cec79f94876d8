// SPDX-License-Identifier: Apache-2.0
// Means of a quantity over the first and the last quarter of the counted phase.
#pragma once
#include <optional>

#include "base/statistics.hpp"
#include "wattcheck/recorded_rows.hpp"

namespace wattline::wattcheck {

class QuarterMeans {
 public:
  explicit QuarterMeans(const Span& phase)
      : first_end_s_(phase.start_s + kQuarter * phase.length_s()),
        last_start_s_(phase.end_s - kQuarter * phase.length_s()) {}
  void add(double t_s, double value) {
    if (t_s <= first_end_s_) first_.add(value);
    if (t_s >= last_start_s_) last_.add(value);
  }
  // Empty unless both have values.
  std::optional<double> change() const {
    const auto from = first_.mean(), to = last_.mean();
    return from && to ? std::optional<double>(*to - *from) : std::nullopt;
  }
  std::optional<double> first() const { return first_.mean(); }

 private:
  static constexpr double kQuarter = 0.25;
  double first_end_s_, last_start_s_;
  Running first_, last_;
};

}  // namespace wattline::wattcheck
