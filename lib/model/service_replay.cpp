// SPDX-License-Identifier: Apache-2.0
#include "model/service_replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/statistics.hpp"

namespace wattline::model {

namespace {

constexpr double kTimeBias = 0.002, kPowerBias = 0.004, kIdleError = 0.03;
constexpr double kUnknown = 10;      // error of a time without requests
constexpr double kIdleShare = 0.95;  // largest utilization at which the idle power is seen

class Service {
 public:
  Service(const ServiceTable& table, ServiceTuner& tuner, const ServiceReplayRules& rules)
      : table_(table), tuner_(tuner), rules_(rules), random_(mix64(rules.seed, 1)) {}

  void enter(const TuneDecision& decision) {
    decision_ = decision;
    if (mode_ != decision.mode) {
      settled_s_ = now_s_ + rules_.settle_s;
      free_s_ = now_s_ + rules_.switch_s;
      mode_ = decision.mode;
    }
    tuner_.begin(decision.mode, now_s_);
    start_s_ = now_s_;
    window_.open(now_s_);
    services_ = Running();
  }

  AnsweredRequest serve(double arrival_s) {
    const double service_s = outcome().service_ms / 1e3 * std::exp(rules_.service_spread * random_.normal());
    AnsweredRequest request{arrival_s, std::max(arrival_s, free_s_), 0};
    request.end_s = free_s_ = now_s_ = request.start_s + service_s;
    window_.add(request);
    services_.add(1e3 * service_s);
    tuner_.add(request);
    return request;
  }

  bool is_over() {
    WindowReading reading = this->reading(0);
    return tuner_.is_pressed(now_s_) || tuner_.is_over(decision_, reading);
  }

  ServedWindow close() {
    ServedWindow window{start_s_, now_s_, decision_.phase, decision_.mode, reading(random_.normal()), 0, 0, 0, {}, {}};
    window.requests = double(services_.count());
    window.rate_hz = window_.rate_hz(now_s_);
    window.latency_ms = window_.latency_ms(tuner_.rules().target.quantile);
    window.energy_j = power() * (now_s_ - start_s_);
    return window;
  }
  double now_s() const { return now_s_; }

 private:
  const ServiceOutcome& outcome() const { return table_.at(decision_.mode); }
  double power() const {
    const double busy = window_.utilization(now_s_);
    return busy * outcome().busy_w + (1 - busy) * outcome().idle_w;
  }
  ServiceReading reading(double draw) {
    ServiceReading reading;
    const double watched_s = now_s_ - std::max(start_s_, settled_s_), requests = double(services_.count());
    reading.steps = requests;
    reading.length_s = now_s_ - start_s_;
    reading.log_ms_error = reading.log_w_error = kUnknown;
    if (requests > 0) {
      reading.minibatch_ms = *services_.mean();
      reading.log_ms_error = kTimeBias + rules_.service_spread / std::sqrt(requests);
    }
    if (watched_s > 0) {
      reading.log_w_error = kPowerBias + rules_.power_noise / std::sqrt(watched_s);
      reading.power_w = power() * std::exp(draw * reading.log_w_error);
    }
    reading.utilization = window_.utilization(now_s_);
    if (reading.utilization < kIdleShare) reading.idle_w = outcome().idle_w * (1 + kIdleError * draw);
    return reading;
  }
  const ServiceTable& table_;
  ServiceTuner& tuner_;
  const ServiceReplayRules& rules_;
  Random random_;
  TuneDecision decision_;
  std::optional<Mode> mode_;
  double now_s_ = 0, free_s_ = 0, start_s_ = 0, settled_s_ = 0;
  RequestWindow window_;
  Running services_;
};

}  // namespace

double PoissonArrivals::next() {
  for (double work = -std::log1p(-random_.uniform());; ++at_) {
    const bool last = at_ + 1 >= rates_.size();
    const double end_s = last ? std::numeric_limits<double>::infinity() : rates_[at_ + 1].time_s;
    const double arrival_s = now_s_ + work / rates_[at_].rate_hz;
    if (arrival_s <= end_s) {
      now_s_ = arrival_s;
      return now_s_ > end_s_ ? std::numeric_limits<double>::infinity() : now_s_;
    }
    if (last) return end_s;
    work -= (end_s - now_s_) * rates_[at_].rate_hz;
    now_s_ = end_s;
  }
}

void replay_service(const ServiceTable& table, ServiceTuner& tuner, const ServiceReplayRules& rules,
                    const std::function<void(const ServedWindow&)>& take,
                    const std::function<void(const AnsweredRequest&)>& request) {
  PoissonArrivals arrivals(rules.rates, rules.end_s, rules.seed);
  Service service(table, tuner, rules);
  service.enter(tuner.decide(0));
  double arrival_s = arrivals.next();
  for (double done = 1; std::isfinite(arrival_s); ++done) {
    request(service.serve(arrival_s));
    arrival_s = done < rules.requests ? arrivals.next() : std::numeric_limits<double>::infinity();
    if (std::isfinite(arrival_s) && !service.is_over()) continue;
    ServedWindow window = service.close();
    if (std::isfinite(arrival_s)) {
      const bool changed = tuner.add(window.mode, window.reading);
      window.next = tuner.decide(service.now_s());
      if (changed) window.next.reason = "the service or the board has changed; " + window.next.reason;
      take(window);
      service.enter(window.next);
    } else {
      window.next.mode = window.mode;
      take(window);
    }
  }
}

}  // namespace wattline::model
