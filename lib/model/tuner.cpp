// SPDX-License-Identifier: Apache-2.0
#include "model/tuner.hpp"

#include <algorithm>
#include <cmath>

#include "base/enum_name.hpp"

namespace wattline::model {

namespace {

constexpr double kTimeError = 0.015;  // that suffices
constexpr double kPowerError = 0.015;
constexpr double kFineError = 0.008;    // that suffices near the budget
constexpr double kRoughError = 0.03;    // that suffices for a mode that is clearly bad
constexpr double kAbove = 2;            // standard errors above the budget at which a mode is left
constexpr double kAllowanceS = 10;      // above the budget, in all windows
constexpr double kAllowedShare = 0.25;  // of what is left of it, for one window
constexpr double kLeastAllowedS = 1.5;
constexpr double kCounted = 0.015;       // log of an excess that counts, as a reading may be too low
constexpr double kFarAbove = 0.08;       // log of an excess at which it is left even before a step has ended
constexpr double kClear = 3;             // standard errors by which a mode is worse than the best
constexpr double kClearlyWorse = 0.08;   // log of the objective
constexpr double kChanged = 4;           // standard errors by which a reading contradicts an earlier one
constexpr double kRepeatError = 0.008;   // readings of the same mode differ by this even if both are precise
constexpr double kDoubt = 0.06;          // error of a reading from before the job changed
constexpr double kEarlierError = 0.015;  // of a reading of an earlier job
constexpr double kLeastError = 0.002;
constexpr double kGuessedTimeError = 0.5;  // of a time that was not measured
constexpr double kPartOfStepError = 0.05;  // of the power of a window without a step, as power changes within a step
constexpr double kWithinBudget = 1.005;    // of a reading that may be within it
constexpr double kEarlyTrust = 0.03;       // log of improvements that are expected before they are weighed by what came
constexpr double kMostOfOneGain = 0.015;   // counted of one: a large one that did not come tells little of others
constexpr double kLeastCost = 0.05;        // of a mode, as a share of the best one's
constexpr double kSteepest = 5;

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

Tuner::Tuner(const Space& space, const Goal& goal, const TuneRules& rules, const Mode& start)
    : goal_(goal), rules_(rules), space_(with(space, start)), start_(start) {}

// In a job with a limit, a mode that seems to cost nothing or less is believed to cost little.
double Tuner::value(double log_ms, double log_w) const {
  if (weights_) {
    const double cost = weights_->of(std::exp(log_ms) / 1e3, std::exp(log_w));
    return std::log(std::max(cost, kLeastCost * std::exp(best_value_)));
  }
  const auto [time, power] = goal_.exponents();
  return time * log_ms + power * log_w;
}

// By how much a value changes with the logs of time and power.
Exponents Tuner::exponents_at(double log_ms, double log_w) const {
  if (!weights_) return goal_.exponents();
  const double watts = std::exp(log_w), cost = std::exp(value(log_ms, log_w));
  return {1, std::min(weights_->per_j * std::exp(log_ms) / 1e3 * watts / cost, kSteepest)};
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

// The modes look more promising than they are: of many guesses, the luckiest is tried. What the error of a reading
// explains is not an improvement that came.
void Tuner::judge_expectation(const ModeReading& fresh) {
  const double log_ms = std::log(fresh.minibatch_ms), log_w = std::log(fresh.power_w);
  const Exponents exponents = exponents_at(log_ms, log_w);
  const double lucky = std::hypot(exponents.time * fresh.log_ms_sd, exponents.power * fresh.log_w_sd);
  const double improved = best_value_ - value(log_ms, log_w) - lucky;
  const bool keeps = !goal_.power_w || fresh.power_w <= *goal_.power_w * kWithinBudget;
  expected_ += std::min(pending_, kMostOfOneGain);
  if (keeps && pending_ > 0) realized_ += std::clamp(improved * pending_share_, 0.0, kMostOfOneGain);
  pending_ = 0;
}

// What to make of an expected improvement: of many modes that look as good as each other, few are.
double Tuner::trust() const {
  return std::min((kEarlyTrust + realized_) / (kEarlyTrust + expected_), 1.0);
}

// Whether modes exceed the budget more often than was expected of them.
void Tuner::judge_risk(double power_w) {
  const bool exceeds = power_w > *goal_.power_w * std::exp(kOver);
  expected_excesses_ += pending_excess_;
  if (pending_excess_ > 0 && exceeds) ++excesses_;
  pending_excess_ = 0;
}

// A window that was left before steps ended has measured power alone.
WindowReading Tuner::completed(const Mode& mode, const WindowReading& window) const {
  if (window.knows_time()) return window;
  std::vector<ModeReading> readings;
  for (const auto& entry : readings_) readings.push_back(entry.second);
  WindowReading complete = window;
  complete.minibatch_ms = std::exp(WorkloadModel(space_.device(), readings).predict_truth({mode}).log_ms[0]);
  complete.log_ms_error = kGuessedTimeError;
  complete.log_w_error = std::hypot(window.log_w_error, kPartOfStepError);
  return complete;
}

void Tuner::expect(const std::vector<ModeReading>& earlier) {
  for (ModeReading reading : combine(earlier)) {
    if (!space_.find(reading.mode)) continue;
    reading.log_ms_sd = reading.log_w_sd = kEarlierError;
    if (readings_.insert({reading.mode, reading}).second) earlier_.insert(reading.mode);
  }
}

bool Tuner::add(const Mode& mode, const WindowReading& measured) {
  const WindowReading window = completed(mode, measured);
  const ModeReading fresh{mode, window.minibatch_ms, window.power_w, std::max(window.log_ms_error, kLeastError),
                          std::max(window.log_w_error, kLeastError)};
  judge_expectation(fresh);
  failed_.erase(mode);
  const bool was_earlier = earlier_.erase(mode) > 0;
  if (goal_.power_w) {
    judge_risk(fresh.power_w);
    if (fresh.power_w > *goal_.power_w * std::exp(kCounted)) above_s_ += measured.length_s;
    if (fresh.power_w > *goal_.power_w * std::exp(kOver)) above_.insert(mode);
  }
  const auto [entry, is_first] = readings_.insert({mode, fresh});
  if (is_first || was_earlier) patience_ = 0;
  if (measured.knows_time()) guessed_.erase(mode);
  if (is_first && !measured.knows_time()) guessed_.insert(mode);
  if (is_first) return false;
  ModeReading& known = entry->second;
  const bool changed = contradicts(known.minibatch_ms, known.log_ms_sd, fresh.minibatch_ms, fresh.log_ms_sd) ||
                       contradicts(known.power_w, known.log_w_sd, fresh.power_w, fresh.log_w_sd);
  if (changed) {
    expected_ = realized_ = expected_excesses_ = excesses_ = patience_ = 0;
    above_.clear();
    doubt_all(std::log(fresh.minibatch_ms / known.minibatch_ms), std::log(fresh.power_w / known.power_w));
    known = fresh;
  } else {
    merge(known.minibatch_ms, known.log_ms_sd, fresh.minibatch_ms, fresh.log_ms_sd);
    merge(known.power_w, known.log_w_sd, fresh.power_w, fresh.log_w_sd);
  }
  return changed;
}

// Seconds above the budget that the job may still have.
double Tuner::allowance_s() const {
  return std::max(kAllowanceS - above_s_, 0.0);
}

bool Tuner::suffices(const Mode& mode, const WindowReading& window) const {
  if (!window.knows_power()) return false;
  const double log_w = std::log(window.power_w);
  const double over = goal_.power_w ? log_w - std::log(*goal_.power_w) : -1;
  const bool too_long = over > kOver && window.length_s > std::max(kAllowedShare * allowance_s(), kLeastAllowedS);
  const bool tells_time = window.knows_time() || ((over > kFarAbove || too_long) && !readings_.empty());
  const bool rough = window.log_w_error > kRoughError;
  if (over > kAbove * window.log_w_error && (!rough || over > kFarAbove) && tells_time) return true;
  if (rough || window.steps < kLeastSteps || window.log_ms_error > kRoughError) return false;
  const double log_ms = std::log(window.minibatch_ms);
  const double error = std::hypot(window.log_ms_error, window.log_w_error);
  if (best_ && *best_ != mode && second_ != mode && value(log_ms, log_w) - best_value_ > kClear * error + kClearlyWorse)
    return true;
  const bool near_budget = goal_.power_w && std::fabs(over) < 2 * window.log_w_error;
  return window.log_ms_error <= kTimeError && window.log_w_error <= (near_budget ? kFineError : kPowerError);
}

Mode start_of(const Space& space, const TuneRules& rules) {
  LatticePoint point{};
  for (std::size_t axis = 0; axis < kAxes && !rules.never_above_w; ++axis) point[axis] = (space.levels(axis) - 1) / 2;
  if (!rules.never_above_w) point[kEmc] = space.levels(kEmc) - 1;
  return space.modes()[*space.nearest(point)];
}

}  // namespace wattline::model
