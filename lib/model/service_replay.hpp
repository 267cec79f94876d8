// SPDX-License-Identifier: Apache-2.0
// A service on a board that a table of modes stands for: requests arrive at random, and one at a time is served.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "model/service_tuner.hpp"
#include "model/service_window.hpp"
#include "model/tune_replay.hpp"

namespace wattline::model {

struct ServiceOutcome {
  double service_ms = 0, busy_w = 0, idle_w = 0;
};
using ServiceTable = std::map<Mode, ServiceOutcome>;

// From this time on, requests arrive at this mean rate.
struct RateChange {
  double time_s = 0, rate_hz = 0;
};

// Poisson arrivals.
class PoissonArrivals {
 public:
  // Ascending, from 0; behind `end_s` none arrives.
  PoissonArrivals(std::vector<RateChange> rates, double end_s, std::uint64_t seed)
      : rates_(std::move(rates)), end_s_(end_s), random_(seed) {}
  // Infinite at the end.
  double next();

 private:
  std::vector<RateChange> rates_;
  double end_s_;
  Random random_;
  std::size_t at_ = 0;
  double now_s_ = 0;
};

struct ServiceReplayRules {
  std::vector<RateChange> rates;
  double end_s = 0, requests = 0;  // whichever comes first; infinite = none
  double settle_s = 1;             // after a change of the mode, without readings of power
  double switch_s = 0.1;           // that it costs
  double service_spread = 0.1;     // log of the service times
  double power_noise = 0.012;      // share of one second of power
  std::uint64_t seed = 1;
};

// Calls `take` for each window, and `request` for each request.
void replay_service(const ServiceTable& table, ServiceTuner& tuner, const ServiceReplayRules& rules,
                    const std::function<void(const ServedWindow&)>& take,
                    const std::function<void(const AnsweredRequest&)>& request);

}  // namespace wattline::model
