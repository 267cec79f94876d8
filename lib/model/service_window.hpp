// SPDX-License-Identifier: Apache-2.0
// The requests that end in a window of a service.
#pragma once
#include <optional>
#include <vector>

#include "model/service_tuner.hpp"

namespace wattline::model {

class RequestWindow {
 public:
  void open(double start_s);
  void add(const AnsweredRequest& request) { requests_.push_back(request); }
  const std::vector<AnsweredRequest>& requests() const { return requests_; }
  double rate_hz(double end_s) const;
  // Share of the time from the start to then in which a request was in service.
  double utilization(double end_s) const;
  std::optional<double> latency_ms(double quantile) const;

 private:
  double start_s_ = 0;
  std::vector<AnsweredRequest> requests_;
};

// A stretch of the service in one mode, and what was decided at its end.
struct ServedWindow {
  double start_s = 0, end_s = 0;
  TunePhase phase = TunePhase::explore;
  Mode mode{};
  ServiceReading reading;
  double requests = 0, energy_j = 0, rate_hz = 0;
  std::optional<double> latency_ms;  // the quantile of the target
  TuneDecision next;                 // of the last window: the same mode
};

}  // namespace wattline::model
