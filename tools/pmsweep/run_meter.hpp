// SPDX-License-Identifier: Apache-2.0
// The board's power during the runs, by powerlog.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measure/power_readings.hpp"
#include "measure/powerlog_child.hpp"
#include "measure/pump.hpp"
#include "pmsweep/options.hpp"

namespace wattline::pmsweep {

class RunMeter {
 public:
  RunMeter(const Options& options, cli::Context& context, measure::Pump& pump);

  void start() { powerlog_.start("choose another with --rail NAME"); }
  void keep_alive() { powerlog_.keep_alive(); }
  bool metered() const { return powerlog_.metered(); }
  const RailFacts& facts() const { return powerlog_.facts(); }
  // Readings that the sensor did not repeat, as they come.
  void on_fresh_reading(std::function<void(double mono_s, double watts)> take) { take_ = std::move(take); }
  // A run begins: earlier readings are not needed any longer.
  void begin(double now_s);

  // All rows go to this file from now on. With `from_here`, returns when the power is known from here on.
  void log_to(const std::string& path, bool from_here);
  void end_log() { powerlog_.end_log(); }

  // Waits until the power is known until this time: readings stand for the middle of the sensor's window.
  void await(double end_s);
  std::vector<double> fresh_watts(const measure::Stretch& stretch) const { return readings_.fresh_watts(stretch); }
  std::optional<double> mean_w(const measure::Stretch& stretch) const;

 private:
  const Options& options_;
  measure::Pump& pump_;
  measure::PowerlogChild powerlog_;
  measure::PowerReadings readings_;
  std::function<void(double mono_s, double watts)> take_;
};

}  // namespace wattline::pmsweep
