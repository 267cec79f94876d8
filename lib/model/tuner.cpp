// SPDX-License-Identifier: Apache-2.0
#include "model/tuner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/enum_name.hpp"
#include "model/hardware_bound.hpp"

namespace wattline::model {

namespace {

// Error of power that the model does not know of, where nothing was measured: with one reading, and with many.
constexpr double kBeyondReadings = 0.1, kBeyondMany = 0.02;
constexpr double kCapSafety = 2.5;    // standard deviations below a cap that no mode may pass
constexpr double kLeastChance = 0.4;  // to keep the budget, of a mode that is tried
constexpr double kHeldChance = 0.5;   // and of one that is held
constexpr double kLeastSteps = 3;     // of a window
constexpr double kTimeError = 0.015;  // that suffices
constexpr double kPowerError = 0.015;
constexpr double kFineError = 0.008;    // that suffices near the budget
constexpr double kRoughError = 0.03;    // that suffices for a mode that is clearly bad
constexpr double kClear = 3;            // standard errors
constexpr double kClearlyWorse = 0.08;  // log of the objective
constexpr double kChanged = 4;          // standard errors by which a reading contradicts an earlier one
constexpr double kRepeatError = 0.008;  // readings of the same mode differ by this even if both are precise
constexpr double kDoubt = 0.06;         // error of a reading from before the job changed
constexpr double kLeastError = 0.002;

// The weighted mean of two readings of one quantity, and its error.
void merge(double& value, double& error, double other, double other_error) {
  const double a = 1 / (error * error), b = 1 / (other_error * other_error);
  value = std::exp((a * std::log(value) + b * std::log(other)) / (a + b));
  error = std::max(1 / std::sqrt(a + b), kLeastError);
}

bool contradicts(double a, double a_error, double b, double b_error) {
  return std::fabs(std::log(a / b)) > kChanged * std::hypot(a_error, b_error, kRepeatError);
}

Space with(const Space& space, const Mode& mode) {
  std::vector<Mode> modes = space.modes();
  modes.push_back(mode);
  return Space(std::move(modes));
}

}  // namespace

const char* to_string(TunePhase phase) {
  return enum_name(phase, {"explore", "hold", "re-explore"});
}

// What is believed of every mode.
struct Tuner::Outlook {
  std::vector<Candidate> candidates;  // one per mode of the space
  VectorXd log_ms;
};

Tuner::Tuner(const Space& space, const Goal& goal, const TuneRules& rules, const Mode& start)
    : goal_(goal), rules_(rules), space_(with(space, start)), start_(start) {}

double Tuner::value(double log_ms, double log_w) const {
  const auto [time, power] = goal_.exponents();
  return time * log_ms + power * log_w;
}

const ModeReading* Tuner::reading(const Mode& mode) const {
  const auto found = readings_.find(mode);
  return found == readings_.end() ? nullptr : &found->second;
}

// What was measured before may still tell how modes compare.
void Tuner::doubt_all(double log_ms, double log_w) {
  for (auto& entry : readings_) {
    ModeReading& reading = entry.second;
    reading.minibatch_ms *= std::exp(log_ms);
    reading.power_w *= std::exp(log_w);
    reading.log_ms_sd = std::hypot(reading.log_ms_sd, std::max(kDoubt, std::fabs(log_ms) / 2));
    reading.log_w_sd = std::hypot(reading.log_w_sd, std::max(kDoubt, std::fabs(log_w) / 2));
  }
}

bool Tuner::add(const Mode& mode, const WindowReading& window) {
  const ModeReading fresh{mode, window.minibatch_ms, window.power_w, std::max(window.log_ms_error, kLeastError),
                          std::max(window.log_w_error, kLeastError)};
  const auto [entry, is_first] = readings_.insert({mode, fresh});
  if (is_first) return false;
  ModeReading& known = entry->second;
  const bool changed = contradicts(known.minibatch_ms, known.log_ms_sd, fresh.minibatch_ms, fresh.log_ms_sd) ||
                       contradicts(known.power_w, known.log_w_sd, fresh.power_w, fresh.log_w_sd);
  if (changed) {
    doubt_all(std::log(fresh.minibatch_ms / known.minibatch_ms), std::log(fresh.power_w / known.power_w));
    known = fresh;
  } else {
    merge(known.minibatch_ms, known.log_ms_sd, fresh.minibatch_ms, fresh.log_ms_sd);
    merge(known.power_w, known.log_w_sd, fresh.power_w, fresh.log_w_sd);
  }
  return changed;
}

Tuner::Outlook Tuner::look() const {
  std::vector<ModeReading> readings;
  for (const auto& entry : readings_) readings.push_back(entry.second);
  const std::vector<Mode>& modes = space_.modes();
  const Prediction p = WorkloadModel(space_.device(), readings).predict_truth(modes);
  Outlook outlook{std::vector<Candidate>(modes.size()), p.log_ms};
  const auto [time, power] = goal_.exponents();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const auto i = Eigen::Index(k);
    Candidate& c = outlook.candidates[k];
    c.index = k;
    c.value = value(p.log_ms[i], p.log_w[i]);
    c.value_sd = std::hypot(time * p.log_ms_sd[i], power * p.log_w_sd[i]);
    c.log_w = p.log_w[i];
    c.log_w_sd = p.log_w_sd[i];
    if (goal_.power_w) c.limit(p.log_w[i], p.log_w_sd[i], std::log(*goal_.power_w));
  }
  return outlook;
}

bool Tuner::allowed(const Candidate& c) const {
  if (!rules_.never_above_w) return true;
  const double unknown = std::max(kBeyondReadings / std::sqrt(double(readings_.size())), kBeyondMany);
  const double beyond = readings_.count(space_.modes()[c.index]) > 0 ? 0 : unknown;
  return c.log_w + kCapSafety * std::hypot(c.log_w_sd, beyond) <= std::log(*rules_.never_above_w);
}

void Tuner::choose_best(const Outlook& outlook) {
  best_.reset();
  for (const auto& entry : readings_) {
    const Candidate& c = outlook.candidates[*space_.find(entry.first)];
    if (c.chance < kHeldChance || !allowed(c) || (best_ && c.value >= best_value_)) continue;
    best_ = entry.first;
    best_value_ = c.value;
  }
}

// No measured mode keeps the limits: the best of those that more probably do than not, else the one that comes nearest.
TuneDecision Tuner::first_within(const Outlook& outlook) const {
  const Candidate* chosen = nullptr;
  const auto is_better = [](const Candidate& a, const Candidate& b) {
    const bool a_keeps = a.chance >= kHeldChance, b_keeps = b.chance >= kHeldChance;
    if (a_keeps != b_keeps) return a_keeps;
    return a_keeps ? a.value < b.value : a.log_w < b.log_w;
  };
  for (const Candidate& c : outlook.candidates) {
    if (!allowed(c) || failed_.count(space_.modes()[c.index]) > 0) continue;
    if (chosen == nullptr || is_better(c, *chosen)) chosen = &c;
  }
  if (chosen == nullptr)
    return {TunePhase::hold, start_, 0, "no mode is sure to stay below the power that none may exceed"};
  const Mode& mode = space_.modes()[chosen->index];
  if (chosen->chance < kHeldChance && readings_.count(mode) > 0) {
    return {TunePhase::hold, mode, 0, "no mode keeps the budget, and this one draws least"};
  }
  return {exploring(), mode, 0, "no mode that was measured keeps the budget"};
}

std::optional<TuneDecision> Tuner::worth_trying(const Outlook& outlook, double steps_left) const {
  const double best_log_ms = outlook.log_ms[Eigen::Index(*space_.find(*best_))];
  const double switch_steps = 1e3 * rules_.switch_s / std::exp(best_log_ms);
  const Candidate* chosen = nullptr;
  double most = 0, gain = 0;
  for (const Candidate& c : outlook.candidates) {
    const Mode& mode = space_.modes()[c.index];
    if (c.chance < kLeastChance || !allowed(c) || mode == *best_ || failed_.count(mode) > 0) continue;
    const double improvement = expected_improvement(c, best_value_);
    const double steps = std::max(kLeastSteps, 1e3 * rules_.window_s / std::exp(outlook.log_ms[Eigen::Index(c.index)]));
    const double cost = steps * std::max(std::exp(c.value - best_value_) - 1, 0.0) + switch_steps;
    const double saved = improvement * std::max(steps_left - steps, 0.0) - cost;
    if (saved <= most) continue;
    chosen = &c;
    most = saved;
    gain = improvement;
  }
  if (chosen == nullptr) return std::nullopt;
  return TuneDecision{exploring(), space_.modes()[chosen->index], 100 * gain,
                      fmt::format("expected to save {:.0f} steps of the {:.0f} left", most, steps_left)};
}

TuneDecision Tuner::decide(double steps_left) {
  if (readings_.empty()) return {TunePhase::explore, start_, 0, "start"};
  const Outlook outlook = look();
  choose_best(outlook);
  if (!best_) return first_within(outlook);
  if (auto next = worth_trying(outlook, steps_left)) return *next;
  held_ = true;
  return {TunePhase::hold, *best_, 0, "no mode is expected to save more than trying it costs"};
}

bool Tuner::suffices(const Mode& mode, const WindowReading& window) const {
  const auto is_rough = [&] { return window.log_ms_error <= kRoughError && window.log_w_error <= kRoughError; };
  if (window.steps < kLeastSteps || !is_rough()) return false;
  const double log_ms = std::log(window.minibatch_ms), log_w = std::log(window.power_w);
  if (goal_.power_w && log_w - std::log(*goal_.power_w) > kClear * window.log_w_error + 0.02) return true;
  const double error = std::hypot(window.log_ms_error, window.log_w_error);
  if (best_ && *best_ != mode && value(log_ms, log_w) - best_value_ > kClear * error + kClearlyWorse) return true;
  const bool near_budget = goal_.power_w && std::fabs(log_w - std::log(*goal_.power_w)) < 2 * window.log_w_error;
  return window.log_ms_error <= kTimeError && window.log_w_error <= (near_budget ? kFineError : kPowerError);
}

Mode start_of(const Space& space, const TuneRules& rules) {
  LatticePoint point{};
  for (std::size_t axis = 0; axis < kAxes && !rules.never_above_w; ++axis) point[axis] = (space.levels(axis) - 1) / 2;
  if (!rules.never_above_w) point[kEmc] = space.levels(kEmc) - 1;
  return space.modes()[*space.nearest(point)];
}

}  // namespace wattline::model
