// SPDX-License-Identifier: Apache-2.0
#include "joules/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/rail_track.hpp"
#include "base/units.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kMeter = "METER";
constexpr long long kFewest = 3;  // two would always fit
constexpr int kLagSteps = 100;    // of the meter's clock, in both directions
constexpr double kLagStepS = 0.05;
constexpr double kMuchBetter = 0.5;       // of what is unexplained without a lag
constexpr double kMostUnexplained = 0.2;  // of the variance of the meter's power

// Least squares of y on x.
class Line {
 public:
  void add(double x, double y) {
    ++n_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    xy_ += x * y;
    yy_ += y * y;
  }
  long long count() const { return n_; }
  double gain() const { return covariance() / spread(); }
  double offset() const { return (y_ - gain() * x_) / n(); }
  double residual_sd() const {
    const double rest = yy_ - y_ * y_ / n() - gain() * covariance();
    return std::sqrt(std::fmax(rest, 0) / (n() - 2));
  }
  // Share of the variance of y that x does not explain.
  double unexplained() const {
    const double all = yy_ - y_ * y_ / n();
    return all > 0 && spread() > 0 ? 1 - covariance() * covariance() / (spread() * all) : 1;
  }
  // Without a change of load the slope means nothing.
  bool determined() const { return n_ >= kFewest && spread() > 1e-6 * xx_; }

 private:
  double n() const { return static_cast<double>(n_); }
  double spread() const { return xx_ - x_ * x_ / n(); }
  double covariance() const { return xy_ - x_ * y_ / n(); }
  long long n_ = 0;
  double x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

// The energy of a rail until any instant.
class RailEnergy {
 public:
  void add(const Segment& segment) {
    if (times_s_.empty() || segment.start_s > times_s_.back() + kJoinedS) {
      times_s_.push_back(segment.start_s);  // after a gap
      energies_j_.push_back(energies_j_.empty() ? 0 : NAN);
    }
    const double mean_w = (segment.start_w + segment.end_w) / 2;
    total_j_ += mean_w * segment.length_s();
    times_s_.push_back(segment.end_s);
    energies_j_.push_back(total_j_);
  }
  // Mean power over [start_s, end_s]; NaN if it is not known throughout.
  double mean_w(double start_s, double end_s) const { return (until(end_s) - until(start_s)) / (end_s - start_s); }

 private:
  static constexpr double kJoinedS = 1e-6;
  double until(double t_s) const {
    const auto after = std::lower_bound(times_s_.begin(), times_s_.end(), t_s);
    if (after == times_s_.end() || (after == times_s_.begin() && *after > t_s)) return NAN;
    const auto i = static_cast<std::size_t>(after - times_s_.begin());
    if (i == 0) return energies_j_[0];
    const double share = (t_s - times_s_[i - 1]) / (times_s_[i] - times_s_[i - 1]);
    return energies_j_[i - 1] + share * (energies_j_[i] - energies_j_[i - 1]);
  }
  std::vector<double> times_s_, energies_j_;
  double total_j_ = 0;
};

struct MeterReading {
  double t_s, power_w;
};

// Mean power of the rail between consecutive readings of the meter, against the meter's mean, if the meter's clock is
// lag_s behind.
Line line_at(const RailEnergy& rail, const std::vector<MeterReading>& meter, double lag_s) {
  Line line;
  for (std::size_t i = 1; i < meter.size(); ++i) {
    const double start_s = meter[i - 1].t_s - lag_s, end_s = meter[i].t_s - lag_s;
    const double rail_w = end_s > start_s ? rail.mean_w(start_s, end_s) : NAN;
    const double meter_w = (meter[i - 1].power_w + meter[i].power_w) / 2;
    if (std::isfinite(rail_w + meter_w)) line.add(rail_w, meter_w);
  }
  return line;
}

struct Fit {
  Line line;
  double lag_s = 0;
  std::string source;
};

// The lag at which the meter follows the rail best, if it is much better than none.
double find_lag(const RailEnergy& rail, const std::vector<MeterReading>& meter) {
  const Line without = line_at(rail, meter, 0);
  double best_s = 0, unexplained = without.unexplained();
  for (int step = -kLagSteps; step <= kLagSteps; ++step) {
    const Line line = line_at(rail, meter, step * kLagStepS);
    if (2 * line.count() < without.count() || !line.determined() || line.unexplained() >= unexplained) continue;
    best_s = step * kLagStepS;
    unexplained = line.unexplained();
  }
  return unexplained < kMuchBetter * without.unexplained() ? best_s : 0;
}

Fit fit(const Options& options, std::size_t rail, cli::Context& context) {
  PowerStream power(options.power_files, {options.rails[rail]}, options.clock, options.allow_mixed);
  power.warn_of_meta(context);
  PowerFile file(options.meter_file, {kMeter}, options.clock, options.allow_mixed);
  RailTrack track(power.facts(0), to_seconds(options.max_gap_ns));
  RailEnergy energy;
  const auto use = [&](const Segment& segment) { energy.add(segment); };
  while (const PowerSample* sample = power.next()) track.push(sample->t_s, sample->power_w, sample->stale, use);
  track.close(use);
  std::vector<MeterReading> meter;
  while (file.next()) meter.push_back({file.sample().t_s, file.sample().power_w.value_or(NAN)});
  const double lag_s = find_lag(energy, meter);
  return {line_at(energy, meter, lag_s), lag_s,
          joined_source("the rows of " + options.meter_file, file.source(), power, options.allow_mixed)};
}

void check_fit(const Fit& fit, const std::string& rail) {
  if (!fit.line.determined()) {
    throw data_error(rail + ": " + std::to_string(fit.line.count()) +
                         " readings of the meter are covered by power rows: too few, or all at the same power",
                     "vary the load, and check that both files cover the same time (--join time)");
  }
  if (fit.line.gain() > 0 && fit.line.unexplained() <= kMostUnexplained) return;
  throw data_error(
      fmt::format("{}: the meter does not follow the rail: {:.0f} % of the changes of its power are none of the "
                  "rail's, whatever its clock is (tried up to {:.0f} s)",
                  rail, 100 * std::min(fit.line.unexplained(), 1.0), kLagSteps * kLagStepS),
      "check that it measures this board; hold each load for several of the meter's readings");
}

}  // namespace

int calibrate(const Options& options, cli::Context& context) {
  std::vector<Fit> fits;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    fits.push_back(fit(options, rail, context));
    check_fit(fits.back(), options.rails[rail]);
    if (fits.back().lag_s != 0) {
      context.note(fmt::format("{}: the clock of the meter is {:.2f} s {}: allowed for", options.rails[rail],
                               std::fabs(fits.back().lag_s), fits.back().lag_s > 0 ? "behind" : "ahead"));
    }
  }
  cli::RowStream stream(context, options.rows, calibration_rows().kind());
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    const Line& line = fits[rail].line;
    calibration_rows().write(stream.rows(), {options.rails[rail], line.gain(), line.offset(), line.residual_sd(),
                                             line.count(), fits[rail].lag_s, fits[rail].source});
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::joules
