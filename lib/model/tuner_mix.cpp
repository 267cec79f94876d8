// SPDX-License-Identifier: Apache-2.0
// Decisions for a job with a limit that it keeps as a whole: which two modes alternate, and in slices of which length.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/tuner_outlook.hpp"

namespace wattline::model {

namespace {

constexpr double kSwitching = 0.01;     // share of the time that changes of the mode may cost
constexpr double kLeastSliceS = 10;     // of which a reading can be had
constexpr double kLongestWindowS = 20;  // between decisions
constexpr double kNearlyEqual = 0.005;  // log of values between which a slice is not cut short
constexpr double kCloser = 0.01;        // share of a step's own amount by which a mode must be closer to the limit
constexpr double kWindowsLeft = 4;      // a job that ends sooner explores no more

}  // namespace

// The modes that are measured, and may be held. While none of them keeps the limit, what is limited is the objective.
void Tuner::choose_mix(Outlook& outlook, const JobState& state) {
  double least_w = Candidate::kInfinity;
  for (const Candidate& c : outlook.candidates) least_w = std::min(least_w, std::exp(c.log_w));
  outlook.trade = trade_of(rules_.limit, state, least_w);
  std::vector<std::size_t> usable;
  for (const Candidate& c : outlook.candidates) {
    if (!may_hold(outlook, c)) continue;
    usable.push_back(c.index);
    outlook.points.push_back(outlook.costs_of(c.index));
  }
  best_.reset();
  second_.reset();
  weights_ = outlook.trade.cost;
  outlook.mix = best_mix(outlook.points, outlook.trade.limit);
  if (outlook.mix) {
    const Mix& mix = *outlook.mix;
    best_ = outlook.modes[usable[mix.first]];
    if (mix.second != mix.first) second_ = outlook.modes[usable[mix.second]];
    weights_ = mix.kept ? outlook.trade.cost.plus(mix.price, outlook.trade.limited) : outlook.trade.urgent();
    const Candidate& best = outlook.candidates[usable[mix.first]];
    best_value_ = mix.kept ? std::log(mix.cost + mix.price * outlook.trade.limit)
                           : std::log(weights_->of(outlook.seconds(best.index), std::exp(best.log_w)));
    outlook.best_step_ms = outlook.step_ms[usable[mix.first]];
    outlook.second_step_ms = outlook.step_ms[usable[mix.second]];
  }
  set_values(outlook);
}

// No mode that was measured keeps the limit: one of the two that would, or would come closest, by what is believed.
std::optional<TuneDecision> Tuner::towards_limit(const Outlook& outlook, const JobState& state) const {
  std::vector<std::size_t> usable;
  std::vector<Costs> points;
  for (const Candidate& c : outlook.candidates) {
    if (failed_.count(outlook.modes[c.index]) > 0) continue;
    if (!may_hold(outlook, c) && (!keeps_enough(c, Risk::small) || !allowed(c, c.index < outlook.measured))) continue;
    usable.push_back(c.index);
    points.push_back(outlook.costs_of(c.index));
  }
  const std::optional<Mix> mix = best_mix(points, outlook.trade.limit);
  if (!mix || state.steps_left * outlook.best_step_ms / 1e3 < kWindowsLeft * rules_.window_s) return std::nullopt;
  for (const std::size_t member : {mix->first, mix->second}) {
    const std::size_t k = usable[member];
    const double s = outlook.seconds(k), w = std::exp(outlook.candidates[k].log_w);
    const double amount = std::fabs(outlook.trade.limited.per_s) * s + std::fabs(outlook.trade.limited.per_j) * s * w;
    const double closer = outlook.points[outlook.mix->first].first - points[member].first;
    if (k < outlook.measured || closer < kCloser * amount) continue;
    return TuneDecision{exploring(), outlook.modes[k], 0, "no mode that was measured keeps the limit of the job"};
  }
  return std::nullopt;
}

TuneDecision Tuner::hold(const Outlook& outlook, const JobState& state) {
  held_ = true;
  if (second_) return hold_slice(outlook, state);
  slice_.reset();
  if (outlook.mix && !outlook.mix->kept)
    return {TunePhase::hold, *best_, 0, "no mode keeps the limit of the job, and this one comes closest"};
  return {TunePhase::hold, *best_, 0, "no mode is expected to save enough to be tried"};
}

// The mode that takes less of what is limited comes first: if the job turns out longer, the other one can still be left
// out. A slice whose mode is still as good as the best is not cut short.
TuneDecision Tuner::hold_slice(const Outlook& outlook, const JobState& state) {
  const double share = outlook.mix->second_share;
  const double first_s = (1 - share) * outlook.best_step_ms / 1e3, second_s = share * outlook.second_step_ms / 1e3;
  const double rest_s = state.steps_left * (first_s + second_s);
  const double horizon_s = outlook.trade.horizon_s > 0 ? std::min(outlook.trade.horizon_s, rest_s) : rest_s;
  const double part = second_s / (first_s + second_s);  // of the time
  const double period_s = std::max(2 * rules_.switch_s / kSwitching, kLeastSliceS / std::min(part, 1 - part));
  const double now_s = state.elapsed_s;
  const auto lasts = [&](bool second, double of_s) { return (second ? part : 1 - part) * of_s; };
  const auto known = slice_ ? readings_.find(slice_->mode) : readings_.end();
  const bool goes_on =
      known != readings_.end() && now_s < slice_->end_s - 0.5 &&
      value(std::log(known->second.minibatch_ms), std::log(known->second.power_w)) < best_value_ + kNearlyEqual;
  if (!goes_on) {
    const bool second = slice_ && !slice_->second && horizon_s > kLeastSliceS;
    slice_ = Slice{second ? *second_ : *best_, second, now_s + lasts(second, std::min(period_s, horizon_s))};
  }
  slice_->end_s = std::min(slice_->end_s, now_s + std::max(lasts(slice_->second, horizon_s), 1.0));
  const double longest_s = std::min(std::max(slice_->end_s - now_s, 1.0), kLongestWindowS);
  const std::string reason =
      fmt::format("alternates with another mode: {:.1f} % of the time that is left", 100 * lasts(slice_->second, 1));
  return {TunePhase::hold, slice_->mode, 0, reason, longest_s};
}

}  // namespace wattline::model
