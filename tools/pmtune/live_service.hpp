// SPDX-License-Identifier: Apache-2.0
// A service beside which the board is tuned: its requests, and the power with and without one.
#pragma once
#include <optional>
#include <vector>

#include "base/step_timing.hpp"
#include "model/service_tuner.hpp"
#include "model/service_window.hpp"
#include "pmtune/options.hpp"
#include "pmtune/rows.hpp"
#include "pmtune/service_summary.hpp"

namespace wattline::pmtune {

class LiveService {
 public:
  LiveService(const model::Space& space, const Options& options)
      : tuner_(space, service_rules_of(options)), summary_(*options.service.latency) {}

  model::ServiceTuner& tuner() { return tuner_; }
  ServiceSummary& summary() { return summary_; }
  // A row that the service printed: a request that has ended, as a step whose time is that in service. Throws a data
  // error for a row without an arrival, and for requests that are not served one at a time.
  StepTiming take(const StepTiming& row);
  void power(double mono_s, double watts, bool stale);
  // The window begins, and a mode is in force in it.
  void open(double start_s);
  void begin(const model::Mode& mode, double verified_s, double sensor_s);
  // What the window measured, with what its requests tell.
  model::ServiceReading reading(const model::WindowReading& measured, double end_s) const;
  void describe(TuneRow& row) const;

 private:
  double busy_share(double from_s, double to_s) const;
  std::optional<double> idle_w() const;
  model::ServiceTuner tuner_;
  ServiceSummary summary_;
  model::RequestWindow window_, in_mode_;  // from its start, and since the mode is in force
  double latest_end_s_ = 0, settled_s_ = 0, sensor_s_ = 0;
  std::vector<PowerAt> watts_;
};

}  // namespace wattline::pmtune
