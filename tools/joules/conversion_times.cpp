// SPDX-License-Identifier: Apache-2.0
#include "joules/conversion_times.hpp"

#include <algorithm>

namespace wattline::joules {

namespace {
constexpr double kTolerance = 0.15;  // of the nominal period
constexpr double kReadS = 1e-3;      // that a reading takes: its time is not known better
}  // namespace

// The part of the region whose lines end conversion n above, or below, the limit.
ConversionTimes::Lines ConversionTimes::cut(const Lines& region, std::size_t n, double limit_s, bool above) {
  const auto inside_s = [&](const Line& line) { return above ? line.end_s(n) - limit_s : limit_s - line.end_s(n); };
  Lines rest;
  for (std::size_t i = 0; i < region.size(); ++i) {
    const Line &from = region[i], &to = region[(i + 1) % region.size()];
    const double from_s = inside_s(from), to_s = inside_s(to);
    if (from_s >= 0) rest.push_back(from);
    if ((from_s >= 0) == (to_s >= 0)) continue;
    const double share = from_s / (from_s - to_s);
    rest.push_back(
        {from.offset_s + share * (to.offset_s - from.offset_s), from.period_s + share * (to.period_s - from.period_s)});
  }
  return rest;
}

bool ConversionTimes::add(double after_s, double by_s) {
  if (count_ == 0) {
    start_s_ = by_s;
    const double least_s = after_s - by_s - kReadS, low_s = window_s_ * (1 - kTolerance),
                 high_s = window_s_ * (1 + kTolerance);
    region_ = {{least_s, low_s}, {0, low_s}, {0, high_s}, {least_s, high_s}};
  } else {
    Lines region = cut(region_, count_, after_s - kReadS - start_s_, true);
    region = cut(region, count_, by_s - start_s_, false);
    if (region.empty()) return false;
    region_ = std::move(region);
  }
  ++count_;
  return true;
}

ConversionTimes::Line ConversionTimes::at(double part) const {
  const std::size_t middle = count_ / 2;
  const auto earlier = [&](const Line& a, const Line& b) { return a.end_s(middle) < b.end_s(middle); };
  const auto [first, last] = std::minmax_element(region_.begin(), region_.end(), earlier);
  return {start_s_ + first->offset_s + part * (last->offset_s - first->offset_s),
          first->period_s + part * (last->period_s - first->period_s)};
}

bool ConversionTimes::shorter(const Line& a, const Line& b) {
  return a.period_s < b.period_s;
}

ConversionTimes::Line ConversionTimes::shortest() const {
  const Line& line = *std::min_element(region_.begin(), region_.end(), shorter);
  return {start_s_ + line.offset_s, line.period_s};
}

ConversionTimes::Line ConversionTimes::longest() const {
  const Line& line = *std::max_element(region_.begin(), region_.end(), shorter);
  return {start_s_ + line.offset_s, line.period_s};
}

}  // namespace wattline::joules
