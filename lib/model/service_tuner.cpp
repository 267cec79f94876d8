// SPDX-License-Identifier: Apache-2.0
#include "model/service_tuner.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {

constexpr double kChanged = 4;         // standard errors by which a time contradicts an earlier one
constexpr double kRepeatError = 0.01;  // readings of the same mode differ by this even if both are precise
constexpr double kLeastError = 0.002;
constexpr double kDoubt = 0.06;  // error of a reading from before a change
constexpr double kLateSds = 4;   // by which late requests exceed what is allowed
constexpr double kLeastLate = 5;
constexpr double kLeastBusy = 0.01, kLeastIdleShare = 0.05;

}  // namespace

ServiceTuner::ServiceTuner(const Space& space, const ServiceRules& rules)
    : space_(space), rules_(rules), demand_(rules.target), curve_(demand_.curve()) {}

Mode ServiceTuner::start() const {
  TuneRules rules;
  rules.never_above_w = rules_.never_above_w;
  return rules_.budget_w || rules_.never_above_w ? start_of(space_, rules) : space_.modes().back();
}

std::optional<double> ServiceTuner::service_s(const Mode& mode) const {
  const auto found = times_.find(mode);
  if (found == times_.end()) return std::nullopt;
  return found->second.minibatch_ms / 1e3;
}

void ServiceTuner::begin(const Mode& mode, double now_s) {
  if (mode_ != mode) {
    if (mode_) changes_.push_back(now_s);
    since_s_ = now_s;
    services_ = Running();
  }
  mode_ = mode;
  ended_ = late_ = 0;
}

void ServiceTuner::add(const AnsweredRequest& request) {
  const bool whole = mode_ && request.start_s >= since_s_;
  if (whole) services_.add(request.service_s());
  const double usual_s = mode_ ? service_s(*mode_).value_or(services_.mean().value_or(0)) : 0;
  demand_.add(request, whole ? usual_s : 0);
  if (!mode_ || request.arrival_s < since_s_) return;
  ++ended_;
  if (request.latency_s() > rules_.target.limit_s) ++late_;
}

// More late requests than chance has in a mode that just keeps the target.
bool ServiceTuner::is_late() const {
  const double usual = (1 - rules_.target.quantile) * ended_;
  return late_ > usual + kLateSds * std::sqrt(usual) + kLeastLate;
}

// Of the mode in force: known, or as its first requests tell it; 0 = neither.
double ServiceTuner::present_service_s() const {
  if (const auto known_s = service_s(*mode_)) return *known_s;
  return static_cast<double>(services_.count()) >= kLeastRequests ? *services_.mean() : 0;
}

bool ServiceTuner::has_to_go_up(double now_s) const {
  const double service = present_service_s(), rate_hz = demand_.planned_rate_hz(now_s);
  if (is_late() || demand_.is_flooded(service)) return true;
  return service > 0 && rate_hz * service > curve_.most_utilization(rules_.target.limit_s / service);
}

bool ServiceTuner::is_pressed(double now_s) const {
  return mode_ && !at_top_ && has_to_go_up(now_s);
}

double ServiceTuner::power_at(const Load& load, double utilization) const {
  const double busy = std::min(utilization, 1.0);
  return load.busy_w * (load.idle_share * (1 - busy) + busy);
}

// Of modes where it is not known.
double ServiceTuner::idle_share() const {
  Running shares;
  for (const auto& entry : loads_) shares.add(entry.second.idle_share);
  return shares.mean().value_or(Load().idle_share);
}

bool ServiceTuner::add(const Mode& mode, const ServiceReading& reading) {
  if (!reading.knows_time() || !reading.knows_power()) return false;
  add_power(mode, reading);
  return add_time(mode, reading);
}

bool ServiceTuner::add_time(const Mode& mode, const ServiceReading& reading) {
  const double error = std::max(reading.log_ms_error, kLeastError);
  const auto [entry, is_first] = times_.insert({mode, {mode, reading.minibatch_ms, reading.power_w, error, 0}});
  is_new_ = is_new_ || is_first;
  ModeReading& known = entry->second;
  const double log_ratio = std::log(reading.minibatch_ms / known.minibatch_ms);
  if (std::fabs(log_ratio) > kChanged * std::hypot(error, known.log_ms_sd, kRepeatError)) {
    scale_times(log_ratio, mode);
    return true;
  }
  if (is_first) return false;
  const double old_weight = 1 / std::pow(known.log_ms_sd, 2), weight = 1 / (error * error);
  known.minibatch_ms *= std::exp(log_ratio * weight / (old_weight + weight));
  known.log_ms_sd = std::max(1 / std::sqrt(old_weight + weight), kRepeatError / 2);
  return false;
}

// Those of other modes may have changed otherwise.
void ServiceTuner::scale_times(double log_ratio, const Mode& sure) {
  for (auto& [mode, time] : times_) {
    time.minibatch_ms *= std::exp(log_ratio);
    if (mode != sure) time.log_ms_sd = std::hypot(time.log_ms_sd, kDoubt);
  }
}

// The power of a window is that at its own utilization. The latest reading counts for half.
void ServiceTuner::add_power(const Mode& mode, const ServiceReading& reading) {
  const auto found = loads_.find(mode);
  Load load{0, found == loads_.end() ? idle_share() : found->second.idle_share};
  if (reading.idle_w) {
    const double idle = std::min(*reading.idle_w, reading.power_w), busy = std::max(reading.utilization, kLeastBusy);
    const double share = std::clamp(idle * busy / (reading.power_w - (1 - busy) * idle), kLeastIdleShare, 1.0);
    load.idle_share = found == loads_.end() ? share : (load.idle_share + share) / 2;
  }
  load.busy_w = reading.power_w / power_at({1, load.idle_share}, reading.utilization);
  if (found != loads_.end()) load.busy_w = std::sqrt(load.busy_w * found->second.busy_w);
  loads_[mode] = load;
  power_errors_[mode] = std::max(reading.log_w_error, 2 * kLeastError);
}

// With the mean power that they have at this rate.
std::vector<ModeReading> ServiceTuner::readings_at(double rate_hz) const {
  std::vector<ModeReading> readings;
  for (const auto& [mode, time] : times_) {
    ModeReading reading = time;
    reading.power_w = power_at(loads_.at(mode), rate_hz * time.minibatch_ms / 1e3);
    reading.log_w_sd = power_errors_.at(mode);
    readings.push_back(reading);
  }
  return readings;
}

}  // namespace wattline::model
