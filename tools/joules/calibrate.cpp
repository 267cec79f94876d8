// SPDX-License-Identifier: Apache-2.0
#include "joules/calibrate.hpp"

#include <cmath>
#include <deque>

#include "base/interval_energy.hpp"
#include "base/rail_track.hpp"
#include "base/units.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kMeter = "METER";
constexpr long long kFewest = 3;  // two would always fit

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
  // Without a change of load the slope means nothing.
  bool determined() const { return n_ >= kFewest && spread() > 1e-6 * xx_; }

 private:
  double n() const { return static_cast<double>(n_); }
  double spread() const { return xx_ - x_ * x_ / n(); }
  double covariance() const { return xy_ - x_ * y_ / n(); }
  long long n_ = 0;
  double x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

// Mean power of the rail between consecutive readings of the meter, against the meter's mean.
struct Fit {
  Line line;
  std::string source;
};

Fit fit(const Options& options, std::size_t rail, cli::Context& context) {
  PowerStream power(options.power_files, {options.rails[rail]}, options.clock, options.allow_mixed);
  power.warn_of_meta(context);
  PowerFile meter(options.meter_file, {kMeter}, options.clock, options.allow_mixed);
  RailTrack track(power.facts(0), to_seconds(options.max_gap_ns));
  Line line;
  bool more = meter.next();
  const PowerSample* sample = power.next();
  double last_t = 0, last_w = NAN;
  std::deque<Segment> segments;  // of the rail, not yet behind the meter
  while (more) {
    const double t = meter.sample().t_s;
    const double w = meter.sample().power_w.value_or(NAN);
    IntervalEnergy interval;
    interval.start_s = last_t;
    interval.end_s = t;
    while (sample != nullptr && track.final_until_s() < t) {
      track.push(sample->t_s, sample->power_w, sample->stale,
                 [&](const Segment& segment) { segments.push_back(segment); });
      sample = power.next();
    }
    for (const Segment& segment : segments) interval.add(segment);
    while (!segments.empty() && segments.front().end_s <= t) segments.pop_front();
    if (interval.covered() && interval.length_s() > 0 && std::isfinite(w + last_w)) {
      line.add(interval.energy_j / interval.length_s(), (w + last_w) / 2);
    }
    last_t = t;
    last_w = w;
    more = meter.next();
  }
  return {line, joined_source("the rows of " + options.meter_file, meter.source(), power, options.allow_mixed)};
}

}  // namespace

int calibrate(const Options& options, cli::Context& context) {
  std::vector<Fit> fits;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    fits.push_back(fit(options, rail, context));
    const Line& line = fits.back().line;
    if (!line.determined()) {
      throw data_error(options.rails[rail] + ": " + std::to_string(line.count()) +
                           " readings of the meter are covered by power rows: too few, or all at the same power",
                       "vary the load, and check that both files cover the same time (--join time)");
    }
  }
  cli::RowStream stream(context, options.rows, calibration_rows().kind());
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    const Line& line = fits[rail].line;
    calibration_rows().write(stream.rows(), {options.rails[rail], line.gain(), line.offset(), line.residual_sd(),
                                             line.count(), fits[rail].source});
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::joules
