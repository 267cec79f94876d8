// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/run_meter.hpp"

#include "base/units.hpp"

namespace wattline::pmsweep {

namespace {

constexpr std::int64_t kLastReadingNs = 5'000'000'000;  // for the reading after the end of a run

// How long to wait for a reading.
std::int64_t limit_ns(const Options& options) {
  return 2 * options.interval_ns + kLastReadingNs;
}

}  // namespace

RunMeter::RunMeter(const Options& options, cli::Context& context, measure::Pump& pump)
    : options_(options), pump_(pump), powerlog_(context, pump, options.out, options.rail, options.interval_ns) {
  powerlog_.on_reading([this](double mono_s, double watts, bool stale) {
    readings_.add(mono_s, watts, stale);
    if (take_ && !stale) take_(mono_s, watts);
  });
}

void RunMeter::begin(double now_s) {
  readings_.forget_until(now_s - 2 * facts().window_s - 1);
}

void RunMeter::log_to(const std::string& path, bool from_here) {
  powerlog_.log_to(path);
  if (!metered() || !from_here) return;
  const double now_s = to_seconds(pump_.now_ns());
  pump_.wait_for([&] { return readings_.reach(now_s); }, pump_.now_ns() + limit_ns(options_));
}

void RunMeter::await(double end_s) {
  if (!metered()) return;
  powerlog_.keep_alive();
  const double covered_s = end_s + facts().window_s;
  pump_.wait_for([&] { return readings_.has_fresh(covered_s); }, pump_.now_ns() + limit_ns(options_));
}

std::optional<double> RunMeter::mean_w(const measure::Stretch& stretch) const {
  return readings_.energy({stretch}, facts()).mean_power_w;
}

}  // namespace wattline::pmsweep
