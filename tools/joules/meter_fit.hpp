// SPDX-License-Identifier: Apache-2.0
// Least squares of a meter's power on that of a rail. A meter's clock may be off, and each of its readings may be a
// mean over an unknown time: both are found as what makes the meter follow the rail best.
#pragma once
#include <vector>

#include "base/interval_energy.hpp"

namespace wattline::joules {

// Least squares of y on x.
class Line {
 public:
  void add(double x, double y);
  long long count() const { return n_; }
  double gain() const { return covariance() / spread(); }
  double offset() const { return (y_ - gain() * x_) / n(); }
  double residual_sd() const;
  // Share of the variance of y that x does not explain.
  double unexplained() const;
  // Without a change of load the slope means nothing.
  bool determined() const;
  // Three standard deviations of independent readings, and what errors of x can do: if they were all of the residual,
  // the true gain would be the inverse of the slope of x on y.
  double gain_error() const;
  double offset_error(double gain_error) const;

 private:
  double n() const { return static_cast<double>(n_); }
  double spread() const { return xx_ - x_ * x_ / n(); }
  double covariance() const { return xy_ - x_ * y_ / n(); }
  long long n_ = 0;
  double x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

// The energy of a rail over any time.
class RailEnergy {
 public:
  void add(const Segment& segment);
  // Mean power over [start_s, end_s]; NaN if it is not known throughout.
  double mean_w(double start_s, double end_s) const;

 private:
  struct Piece {
    double start_s, end_s, start_w, end_w;
    double before_j;  // energy until its start
    int gaps;         // before it
  };
  const Piece* at(double t_s) const;
  std::vector<Piece> pieces_;
};

struct MeterReading {
  double t_s, power_w;
  double since_s;  // time since the reading before
};

struct MeterFit {
  Line line;
  double lag_s = 0;     // of the meter's clock
  double window_s = 0;  // that a reading of the meter averages over
  double gain_error = 0, offset_error_w = 0;
};

inline constexpr double kLongestLagS = 5;

// rail_window_s: that a reading of the rail averages over.
MeterFit fit_meter(const RailEnergy& rail, const std::vector<MeterReading>& meter, double rail_window_s);

}  // namespace wattline::joules
