// SPDX-License-Identifier: Apache-2.0
#include "joules/calibrate.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/rail_track.hpp"
#include "base/units.hpp"
#include "cli/terminal_input.hpp"
#include "joules/meter_fit.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kMeter = "METER";
constexpr double kMostUnexplained = 0.2;  // of the variance of the meter's power
constexpr double kMostError = 0.05;       // of a gain that is printed without a warning

struct Fit {
  MeterFit of_meter;
  std::string source;
};

std::vector<MeterReading> read_meter(PowerFile& file) {
  std::vector<MeterReading> meter;
  while (file.next()) {
    const double t_s = file.sample().t_s, since_s = meter.empty() ? NAN : t_s - meter.back().t_s;
    if (!(since_s <= 0)) meter.push_back({t_s, file.sample().power_w.value_or(NAN), since_s});
  }
  return meter;
}

Fit fit(const Options& options, std::size_t rail, cli::Context& context) {
  PowerStream power(options.power_files, {options.rails[rail]}, options.clock, options.allow_mixed, context);
  PowerFile file(options.meter_file, {kMeter}, options.clock, options.allow_mixed);
  RailTrack track(power.facts(0), to_seconds(options.max_gap_ns));
  RailEnergy energy;
  const auto use = [&](const Segment& segment) { energy.add(segment); };
  while (const PowerSample* sample = power.next()) track.push(sample->t_s, sample->power_w, sample->stale, use);
  track.close(use);
  const std::vector<MeterReading> meter = read_meter(file);
  return {fit_meter(energy, meter, power.facts(0).window_s),
          joined_source("the rows of " + options.meter_file, file.source(), power, options.allow_mixed)};
}

void check_fit(const Line& line, const std::string& rail) {
  if (!line.determined()) {
    throw data_error(rail + ": " + std::to_string(line.count()) +
                         " readings of the meter are covered by power rows: too few, or all at the same power",
                     "vary the load, and check that both files cover the same time (--join time)");
  }
  if (line.unexplained() <= kMostUnexplained) {
    if (line.gain() > 0) return;
    throw data_error(rail + ": the power of the meter falls when that of the rail rises",
                     "check that the meter's rows are power, and that it measures this board");
  }
  throw data_error(
      fmt::format("{}: the meter does not follow the rail: {:.0f} % of the changes of its power are none of the "
                  "rail's, whatever its clock is (tried up to {:.0f} s) and whatever time its readings average over",
                  rail, 100 * line.unexplained(), kLongestLagS),
      "check that it measures this board; hold each load for several of the meter's readings");
}

void report(const MeterFit& fit, const std::string& rail, cli::Context& context) {
  if (fit.lag_s != 0) {
    context.note(fmt::format("{}: the clock of the meter is {:.2f} s {}: allowed for", rail, std::fabs(fit.lag_s),
                             fit.lag_s > 0 ? "behind" : "ahead"));
  }
  const double share = fit.gain_error / fit.line.gain();
  if (share <= kMostError) return;
  context.warn(
      fmt::format("{}: the gain may be off by {:.0f} %: hold each load for several of the meter's readings, "
                  "and measure for longer",
                  rail, 100 * share));
}

}  // namespace

int calibrate(const Options& options, cli::Context& context) {
  cli::say_if_typed(context, options.meter_file, "readings of the meter", "redirect standard input from their file");
  std::vector<Fit> fits;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    fits.push_back(fit(options, rail, context));
    check_fit(fits.back().of_meter.line, options.rails[rail]);
    report(fits.back().of_meter, options.rails[rail], context);
  }
  cli::RowStream stream(context, options.rows, calibration_rows().kind());
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    const MeterFit& fit = fits[rail].of_meter;
    calibration_rows().write(stream.rows(), {options.rails[rail], fit.line.gain(), fit.line.offset(),
                                             fit.line.residual_sd(), fit.line.count(), fit.lag_s, fit.window_s,
                                             fit.gain_error, fit.offset_error_w, fits[rail].source});
  }
  return to_int(ExitCode::ok);
}

}  // namespace wattline::joules
