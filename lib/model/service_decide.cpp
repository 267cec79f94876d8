// SPDX-License-Identifier: Apache-2.0
// Which mode a service should run in next.
#include <algorithm>
#include <cmath>

#include "model/candidate.hpp"
#include "model/service_tuner.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr double kCalmS = 60;  // without pressure before it comes down, and between changes of a held mode
constexpr double kHourS = 3600;
constexpr double kHeadroom = 1.15;     // of the rate, in a mode that is entered
constexpr double kTargetShare = 0.95;  // of the limit, likewise
constexpr double kWorth = 0.015;       // log of power for which a held mode is left
constexpr double kTriedWorth = 0.01;   // that trying a mode is expected to save
constexpr double kSafe = 1.5;          // standard deviations by which an unknown mode keeps the target
constexpr double kCapSafety = 2.5;     // by which it stays below a power that none may exceed
constexpr double kUnknownPower = 0.1;  // error of power that the model does not know of, with one reading
constexpr double kEnoughError = 0.02;
constexpr double kLeastS = 5, kLongestS = 60, kHoldS = 20;  // of a window
constexpr int kLooksAtKnown = 15;                           // windows between looks at all modes

}  // namespace

std::vector<ServiceTuner::Belief> ServiceTuner::measured(double rate_hz) const {
  std::vector<Belief> beliefs;
  for (const ModeReading& reading : readings_at(rate_hz)) {
    if (failed_.count(reading.mode) > 0) continue;
    beliefs.push_back({reading.mode, true, std::log(reading.minibatch_ms / 1e3), reading.log_ms_sd,
                       std::log(reading.power_w), reading.log_w_sd, loads_.at(reading.mode).busy_w});
  }
  return beliefs;
}

void ServiceTuner::add_unknown(std::vector<Belief>& beliefs, double rate_hz) const {
  std::vector<Mode> modes;
  for (const Mode& mode : space_.modes()) {
    if (times_.count(mode) == 0 && failed_.count(mode) == 0) modes.push_back(mode);
  }
  if (modes.empty()) return;
  const Prediction p = WorkloadModel(space_.device(), readings_at(rate_hz)).predict_truth(modes);
  const Load load{1, idle_share()};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const auto i = Eigen::Index(k);
    const double log_s = p.log_ms[i] - std::log(1e3);
    beliefs.push_back({modes[k], false, log_s, p.log_ms_sd[i], p.log_w[i], p.log_w_sd[i],
                       std::exp(p.log_w[i]) / power_at(load, rate_hz * std::exp(log_s))});
  }
}

bool ServiceTuner::allowed(const Belief& belief, double sds) const {
  const double unknown = belief.measured ? 0 : kUnknownPower / std::sqrt(double(times_.size()));
  const double sd = std::hypot(belief.log_w_sd, unknown), log_w = std::log(belief.busy_w);
  if (rules_.budget_w && log_w + sds * belief.log_w_sd > std::log(*rules_.budget_w)) return false;
  return !rules_.never_above_w || log_w + kCapSafety * sd <= std::log(*rules_.never_above_w);
}

// One change is left for the way up, which needs no leave.
bool ServiceTuner::may_change(double now_s) {
  while (!changes_.empty() && changes_.front() < now_s - kHourS) changes_.pop_front();
  return double(changes_.size()) + 2 <= rules_.changes_per_hour;
}

// Of those that were measured; or if there is no limit of power, one that is surely faster than they.
const ServiceTuner::Belief* ServiceTuner::fastest(const std::vector<Belief>& beliefs) const {
  const Belief* fastest = nullptr;
  for (const Belief& belief : beliefs) {
    if (belief.measured && allowed(belief, 0) && (fastest == nullptr || belief.log_s < fastest->log_s))
      fastest = &belief;
  }
  const Belief* faster = fastest;
  for (const Belief& belief : beliefs) {
    if (belief.measured || !allowed(belief, 1)) continue;
    const double log_s = belief.log_s + kSafe * belief.log_s_sd;
    if (fastest != nullptr && log_s < fastest->log_s && (faster == fastest || belief.log_s < faster->log_s))
      faster = &belief;
  }
  return faster;
}

// That keeps the target; `held_s`: the longest service time of the mode in force.
const ServiceTuner::Belief* ServiceTuner::thriftiest(const std::vector<Belief>& beliefs, double longest_s,
                                                     double held_s) const {
  const Belief* best = nullptr;
  for (const Belief& belief : beliefs) {
    const double most = belief.mode == mode_ ? held_s : longest_s;
    if (!belief.measured || !allowed(belief, 0) || std::exp(belief.log_s) > most) continue;
    if (best == nullptr || belief.log_w < best->log_w) best = &belief;
  }
  return best;
}

// The unknown mode that is expected to save most, if that is worth trying it.
const ServiceTuner::Belief* ServiceTuner::promising(const std::vector<Belief>& beliefs, const Belief& best,
                                                    double longest_s, double& gain) const {
  const Belief* chosen = nullptr;
  gain = kTriedWorth;
  for (const Belief& belief : beliefs) {
    if (belief.measured || !allowed(belief, 1)) continue;
    if (belief.log_s + kSafe * belief.log_s_sd > std::log(longest_s)) continue;
    Candidate candidate;
    candidate.value = belief.log_w;
    candidate.value_sd = belief.log_w_sd;
    const double expected = expected_improvement(candidate, best.log_w);
    if (expected <= gain) continue;
    gain = expected;
    chosen = &belief;
  }
  return chosen;
}

TuneDecision ServiceTuner::hold(const Mode& mode, const std::string& reason) {
  held_ = true;
  return {TunePhase::hold, mode, 0, reason, kHoldS};
}

// No measured mode keeps the limit of power: the fastest that is expected to, or that which draws least.
TuneDecision ServiceTuner::first_within(const std::vector<Belief>& beliefs) const {
  const Belief *chosen = nullptr, *least = nullptr;
  for (const Belief& belief : beliefs) {
    if (least == nullptr || belief.busy_w < least->busy_w) least = &belief;
    if (!belief.measured && allowed(belief, 1) && (chosen == nullptr || belief.log_s < chosen->log_s)) chosen = &belief;
  }
  if (chosen == nullptr && (least == nullptr || least->measured || rules_.never_above_w))
    return {TunePhase::hold, least == nullptr || rules_.never_above_w ? start() : least->mode, 0,
            "no mode keeps the limit of power", kHoldS};
  return {TunePhase::explore, (chosen ? chosen : least)->mode, 0, "no mode that was measured keeps the limit of power",
          kLongestS};
}

// To the fastest mode; or as far as is needed, while no queue has grown.
TuneDecision ServiceTuner::go_up(const std::vector<Belief>& beliefs, double longest_s, double now_s) {
  pressed_s_ = now_s;
  const Belief* top = fastest(beliefs);
  if (top == nullptr) return first_within(beliefs);
  at_top_ = true;
  if (top->mode == mode_ && top->measured && std::exp(top->log_s) > longest_s_)
    return hold(top->mode, "no mode keeps the target at this rate, and this one is the fastest");
  const bool flooded = is_late() || demand_.is_flooded(present_service_s());
  if (!flooded && may_change(now_s)) {
    const Belief* next = thriftiest(beliefs, longest_s, 0);
    if (next != nullptr) {
      at_top_ = next->mode == top->mode;
      return hold(next->mode, "the rate has risen");
    }
  }
  return hold(top->mode, flooded ? "the queue has grown: the fastest mode" : "the rate has risen: the fastest mode");
}

TuneDecision ServiceTuner::choose(const std::vector<Belief>& beliefs, const Belief& best, double longest_s,
                                  double now_s) {
  const bool calm = now_s - pressed_s_ >= kCalmS;
  if (calm && may_change(now_s)) {
    double gain = 0;
    if (const Belief* next = promising(beliefs, best, longest_s, gain))
      return {held_ ? TunePhase::explore_again : TunePhase::explore, next->mode, 100 * gain,
              "expected to draw less and to keep the target", kLongestS};
  }
  const double held_for_s = now_s - since_s_;
  const auto now = std::find_if(beliefs.begin(), beliefs.end(), [&](const Belief& b) { return b.mode == mode_; });
  if (now == beliefs.end() || best.mode == mode_)
    return hold(best.mode, "draws least of the modes that keep the target");
  const bool keeps = now->measured && std::exp(now->log_s) <= longest_s_ && allowed(*now, 0);
  const bool worth = now->log_w - best.log_w > kWorth && calm && (!held_ || held_for_s >= kCalmS) && may_change(now_s);
  if (keeps && !worth) return hold(*mode_, calm ? "no mode saves enough to change" : "waits until the rate is calm");
  return hold(best.mode, "draws least of the modes that keep the target");
}

TuneDecision ServiceTuner::decide(double now_s) {
  if (times_.empty() || !mode_) return {TunePhase::explore, start(), 0, "start", kLongestS};
  curve_ = demand_.curve();
  const double rate_hz = demand_.planned_rate_hz(now_s), mean_hz = demand_.rate_hz(now_s);
  longest_s_ = curve_.longest_service_s(rate_hz, rules_.target.limit_s);
  const double longest_s = curve_.longest_service_s(kHeadroom * rate_hz, kTargetShare * rules_.target.limit_s);
  std::vector<Belief> beliefs = measured(mean_hz);
  if (is_new_ || fastest(beliefs) == nullptr || ++looks_ >= kLooksAtKnown) {
    add_unknown(beliefs, mean_hz);
    is_new_ = false;
    looks_ = 0;
  }
  at_top_ = false;
  const Belief* best = thriftiest(beliefs, longest_s, longest_s_);
  if (best == nullptr || has_to_go_up(now_s)) return go_up(beliefs, longest_s, now_s);
  return choose(beliefs, *best, longest_s, now_s);
}

bool ServiceTuner::is_over(const TuneDecision& decision, const WindowReading& reading) const {
  if (reading.length_s >= decision.longest_s) return true;
  if (decision.phase == TunePhase::hold) return false;
  if (reading.length_s < kLeastS || reading.steps < kLeastRequests) return false;
  return reading.knows_power() && reading.log_ms_error <= kEnoughError && reading.log_w_error <= kEnoughError;
}

}  // namespace wattline::model
