// SPDX-License-Identifier: Apache-2.0
// When a sensor ended its conversions. It converts all the time, with a period that is constant for minutes, although
// it may differ from the nominal one by some percent (INA3221 data sheet SBOS576: 10 %). Each new reading tells between
// which two instants one conversion ended; all lines through such ranges tell it much better than one range does.
#pragma once
#include <cstddef>
#include <vector>

namespace wattline::joules {

class ConversionTimes {
 public:
  explicit ConversionTimes(double window_s) : window_s_(window_s) {}
  // The conversion after the last one ended after after_s and by by_s. False, and nothing is changed, if no constant
  // period agrees with that.
  bool add(double after_s, double by_s);
  std::size_t size() const { return count_; }
  // Conversion n ended at offset_s + n * period_s.
  struct Line {
    double offset_s, period_s;
    double end_s(std::size_t n) const { return offset_s + static_cast<double>(n) * period_s; }
  };
  // Of all lines that agree, the one at this part of the way from the earliest to the latest.
  Line at(double part) const;
  Line shortest() const;  // by its period
  Line longest() const;

 private:
  using Lines = std::vector<Line>;  // corners of a convex region
  static bool shorter(const Line& a, const Line& b);
  static Lines cut(const Lines& region, std::size_t n, double limit_s, bool above);
  double window_s_, start_s_ = 0;  // offsets in the region are relative to start_s_
  std::size_t count_ = 0;
  Lines region_;
};

}  // namespace wattline::joules
