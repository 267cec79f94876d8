// SPDX-License-Identifier: Apache-2.0
// The wait between two runs, so that each begins as the others do.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/context.hpp"
#include "measure/pump.hpp"
#include "wattcompare/power_meter.hpp"

namespace wattline::wattcompare {

class CoolDown {
 public:
  // `rule`: a time, or empty. Then it waits until power and temperature are what they were before the first run, but
  // not longer than the run lasted, and not longer than the limit.
  CoolDown(cli::Context& context, measure::Pump& pump, const PowerMeter& power, const std::string& rule,
           std::int64_t limit_ns);
  // Measures the idle power.
  void begin();
  // Remembers the temperature that later waits aim for.
  void set_temperature();
  // After a run that began and ended then, until the readings cover it at least. Returns the time waited; stop signals
  // end it.
  double wait(std::int64_t start_ns, std::int64_t end_ns);

 private:
  void wait_for_readings(std::int64_t end_ns);
  bool is_quiet(double end_s) const;
  bool is_cool() const;
  double stretch_s() const;
  cli::Context& context_;
  measure::Pump& pump_;
  const PowerMeter& power_;
  std::optional<std::int64_t> fixed_ns_;
  std::int64_t limit_ns_;
  std::optional<PowerReadings::Level> idle_;
  std::optional<double> start_c_;
};

}  // namespace wattline::wattcompare
