// SPDX-License-Identifier: Apache-2.0
// powerlog during the whole comparison, and its latest readings.
#pragma once
#include <cstdint>
#include <string>

#include "measure/power_readings.hpp"
#include "measure/powerlog_child.hpp"

namespace wattline::wattcompare {

using measure::PowerReadings;

class PowerMeter {
 public:
  PowerMeter(cli::Context& context, measure::Pump& pump, const std::string& folder, const std::string& rail,
             std::int64_t interval_ns)
      : powerlog_(context, pump, folder, rail, interval_ns), interval_ns_(interval_ns) {
    powerlog_.on_reading([this](double mono_s, double watts, bool stale) { readings_.add(mono_s, watts, stale); });
  }
  void start() { powerlog_.start("choose another with --rail NAME"); }
  void keep_alive() { powerlog_.keep_alive(); }
  bool metered() const { return powerlog_.metered(); }
  const RailFacts& facts() const { return powerlog_.facts(); }
  double interval_s() const { return static_cast<double>(interval_ns_) / 1e9; }
  PowerReadings& readings() { return readings_; }
  const PowerReadings& readings() const { return readings_; }

 private:
  measure::PowerlogChild powerlog_;
  std::int64_t interval_ns_;
  PowerReadings readings_;
};

}  // namespace wattline::wattcompare
