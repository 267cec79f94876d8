// SPDX-License-Identifier: Apache-2.0
// What a tuner decides: which modes it looks at, what it believes of them, and what trying one would save.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/tuner_outlook.hpp"

namespace wattline::model {

namespace {

// Error of power that the model does not know of, where nothing was measured: with one reading, and with many.
constexpr double kBeyondReadings = 0.1, kBeyondMany = 0.02;
constexpr double kCapSafety = 2.5;     // standard deviations below a cap that no mode may pass
constexpr double kLeastChance = 0.25;  // to keep the budget, of a mode that is tried
constexpr double kHopeless = 1e-3;     // chance to keep it that is none
constexpr double kOverChance = 0.25;   // of such an excess, of a mode that is tried
constexpr double kRisked = 0.3;        // of what may still be spent above the budget, what a window is expected to take
constexpr double kLeastRiskedS = 0.35;
constexpr double kMostRisk = 0.75;      // chance of such an excess, where nothing else is worth trying
constexpr double kSpent = 0.4;          // of what may still be spent above the budget, on one window
constexpr double kWindowAboveS = 1.5;   // that a window above the budget lasts
constexpr double kHeldExcess = 1.5;     // standard errors of its readings by which a held mode may exceed the budget
constexpr double kWindowError = 0.012;  // of what a window is to measure
constexpr double kNegligible = 2e-4;    // improvement that no window is worth
constexpr double kLeastSaved = 2e-3;    // of the steps left, that a window has to save where their number is a guess
constexpr int kLooksAtFew = 8;          // between looks at all modes
constexpr double kPatience = 0.1;       // share of the windows so far that passes before all modes are looked at again
constexpr double kMostPatience = 60;    // windows

}  // namespace

std::vector<Mode> Tuner::modes_to_look_at(bool all) const {
  std::vector<Mode> modes;
  for (const auto& entry : readings_) modes.push_back(entry.first);
  for (const Mode& mode : all ? space_.modes() : promising_) {
    if (readings_.count(mode) == 0) modes.push_back(mode);
  }
  return modes;
}

TuneOutlook Tuner::look(bool all) const {
  std::vector<ModeReading> readings;
  for (const auto& entry : readings_) readings.push_back(entry.second);
  const HardwareBound hardware(space_.device(), readings);
  Outlook outlook{modes_to_look_at(all), readings.size(), hardware, {}, {}, {}, 0, 0, {}, {}, {}};
  outlook.belief = WorkloadModel(space_.device(), readings).predict_truth(outlook.modes);
  const Prediction& p = outlook.belief;
  outlook.candidates.resize(outlook.modes.size());
  for (std::size_t k = 0; k < outlook.modes.size(); ++k) {
    const auto i = Eigen::Index(k);
    Candidate& c = outlook.candidates[k];
    c.index = k;
    c.log_w = p.log_w[i];
    c.log_w_sd = p.log_w_sd[i];
    if (goal_.power_w) c.limit(p.log_w[i], p.log_w_sd[i], std::log(*goal_.power_w));
    outlook.step_ms.push_back(std::exp(p.log_ms[i] + p.log_ms_sd[i] * p.log_ms_sd[i] / 2));
  }
  return outlook;
}

void Tuner::set_values(Outlook& outlook) const {
  const Prediction& p = outlook.belief;
  for (std::size_t k = 0; k < outlook.modes.size(); ++k) {
    const auto i = Eigen::Index(k);
    const Exponents exponents = exponents_at(p.log_ms[i], p.log_w[i]);
    Candidate& c = outlook.candidates[k];
    c.value = value(p.log_ms[i], p.log_w[i]);
    c.value_sd = std::hypot(exponents.time * p.log_ms_sd[i], exponents.power * p.log_w_sd[i]);
  }
}

bool Tuner::allowed(const Candidate& c, bool measured) const {
  if (!rules_.never_above_w) return true;
  const double unknown = std::max(kBeyondReadings / std::sqrt(double(readings_.size())), kBeyondMany);
  return c.log_w + kCapSafety * std::hypot(c.log_w_sd, measured ? 0 : unknown) <= std::log(*rules_.never_above_w);
}

bool Tuner::may_hold(const Outlook& outlook, const Candidate& c) const {
  if (c.index >= outlook.measured || c.chance < kHeldChance || !allowed(c, true)) return false;
  const Mode& mode = outlook.modes[c.index];
  if (failed_.count(mode) > 0 || guessed_.count(mode) > 0) return false;
  const ModeReading& read = readings_.at(mode);
  return !goal_.power_w || std::log(read.power_w / *goal_.power_w) <= kHeldExcess * read.log_w_sd;
}

void Tuner::choose_best(Outlook& outlook, const JobState& state) {
  if (is_limited()) return choose_mix(outlook, state);
  set_values(outlook);
  best_.reset();
  for (const Candidate& c : outlook.candidates) {
    if (!may_hold(outlook, c) || (best_ && c.value >= best_value_)) continue;
    best_ = outlook.modes[c.index];
    best_value_ = c.value;
    outlook.best_step_ms = outlook.step_ms[c.index];
  }
}

// No measured mode keeps the limits: the mode of which most is expected if one that breaks them is worth nothing. Where
// none can keep them, the one that draws least.
TuneDecision Tuner::first_within(const Outlook& outlook) const {
  const Candidate *chosen = nullptr, *least = nullptr;
  const auto worth = [](const Candidate& c) { return std::log(c.chance) - c.value; };
  for (const Candidate& c : outlook.candidates) {
    const bool measured = c.index < outlook.measured;
    if (!allowed(c, measured) || failed_.count(outlook.modes[c.index]) > 0) continue;
    if (least == nullptr || c.log_w < least->log_w) least = &c;
    if (measured || c.chance < kHopeless) continue;
    if (chosen == nullptr || worth(c) > worth(*chosen)) chosen = &c;
  }
  if (least == nullptr)
    return {TunePhase::hold, start_, 0, "no mode is sure to stay below the power that none may exceed"};
  if (chosen == nullptr && least->index < outlook.measured)
    return {TunePhase::hold, outlook.modes[least->index], 0, "no mode keeps the budget, and this one draws least"};
  return {exploring(), outlook.modes[(chosen ? chosen : least)->index], 0,
          "no mode that was measured keeps the budget"};
}

// By how much a window in the mode is expected to improve what is known to be best: what it cannot resolve is no gain.
double Tuner::improvement(const Candidate& believed) const {
  Candidate c = believed;
  c.value_sd = c.value_sd * c.value_sd / std::hypot(c.value_sd, kWindowError);
  return expected_improvement(c, best_value_);
}

// In a mix with another mode, it gets a part of the steps; and the value has a part that is not of the objective.
double Tuner::gain_of(const Outlook& outlook, const Candidate& c) const {
  return improvement(c) * share_of(outlook, c) * trust();
}

double Tuner::share_of(const Outlook& outlook, const Candidate& c) const {
  if (!outlook.mix || !outlook.mix->kept) return 1;
  return outlook.mix->share_of(outlook.costs_of(c.index).first, outlook.points, outlook.trade.limit) *
         outlook.value_scale();
}

// The chance to exceed the budget by more than a little, by what such chances have meant so far.
double Tuner::chance_to_exceed(const Candidate& c) const {
  Candidate excess = c;
  excess.chance = 1;
  excess.limit(c.log_w, c.log_w_sd, std::log(*goal_.power_w) + kOver);
  const double more_often = std::max((1 + excesses_) / (1 + expected_excesses_), 1.0);
  return std::min((1 - excess.chance) * more_often, 1.0);
}

// The chance to keep the budget, or to exceed it by little, suffices to try the mode. The less time above the budget is
// left, the smaller the chance to exceed it has to be; a window above it ends early, however long steps are. Once no
// such mode is worth trying, what is left of that time may be spent.
bool Tuner::keeps_enough(const Candidate& c, Risk risk) const {
  if (!goal_.power_w) return true;
  const double exceeds = chance_to_exceed(c);
  if (risk == Risk::affordable) return exceeds <= std::min(kMostRisk, kSpent * allowance_s() / kWindowAboveS);
  const double small = std::min(kOverChance, std::max(kRisked * allowance_s(), kLeastRiskedS) / rules_.window_s);
  return c.chance >= kLeastChance && exceeds <= small;
}

// No hardware gives a smaller value.
double Tuner::bound(const Outlook& outlook, const Mode& mode) const {
  const OutcomeRange range = outlook.hardware.at(mode);
  if (weights_ && weights_->per_s < 0) return -Candidate::kInfinity;  // less power may cost more
  return value(range.log_ms.low, range.log_w.low);
}

bool Tuner::may_try(const Outlook& outlook, const Candidate& c, Risk risk) const {
  const Mode& mode = outlook.modes[c.index];
  return keeps_enough(c, risk) && allowed(c, c.index < outlook.measured) && mode != *best_ && mode != second_ &&
         failed_.count(mode) == 0 && above_.count(mode) == 0;
}

// Steps that a window in the mode is expected to save over the rest of the job, less those that the best mode would do
// in its time.
double Tuner::saved_steps(const Outlook& outlook, const Candidate& c, double steps_left) const {
  const double step_ms = outlook.step_ms[c.index];
  const double steps = std::max(kLeastSteps, 1e3 * rules_.window_s / step_ms);
  const double cost =
      steps * std::max(std::exp(c.value - best_value_) - 1, 0.0) + 1e3 * rules_.switch_s / outlook.best_step_ms;
  return c.gain * std::max(steps_left - steps, 0.0) - cost;
}

// Where the number of steps left is a guess, it grows with the job, so ever smaller gains would be worth a window: a
// window then has to save a share of them.
std::optional<TuneDecision> Tuner::worth_trying(Outlook& outlook, const JobState& state, Risk risk) {
  const double steps_left = state.steps_left;
  const Candidate* chosen = nullptr;
  const double least_gain = state.length_known ? kNegligible : kLeastSaved;
  double most = state.length_known ? 0 : kLeastSaved * steps_left;
  promising_.clear();
  for (Candidate& c : outlook.candidates) {
    if (!may_try(outlook, c, risk)) continue;
    c.gain = gain_of(outlook, c);
    if (c.gain < least_gain) continue;
    promising_.push_back(outlook.modes[c.index]);
    if (saved_steps(outlook, c, steps_left) <= most) continue;
    c.bound = bound(outlook, outlook.modes[c.index]);
    c.gain = gain_of(outlook, c);
    const double saved = saved_steps(outlook, c, steps_left);
    if (saved <= most) continue;
    chosen = &c;
    most = saved;
  }
  if (chosen == nullptr) return std::nullopt;
  pending_ = chosen->gain / trust();
  pending_share_ = share_of(outlook, *chosen);
  pending_excess_ = goal_.power_w ? chance_to_exceed(*chosen) : 0;
  return TuneDecision{
      exploring(), outlook.modes[chosen->index], 100 * chosen->gain,
      fmt::format("expected to save {:.{}f} steps of the {:.0f} left", most, most < 9.5 ? 1 : 0, steps_left)};
}

std::optional<TuneDecision> Tuner::unchecked() const {
  for (const std::optional<Mode>& mode : {best_, second_}) {
    if (mode && earlier_.count(*mode) > 0 && failed_.count(*mode) == 0)
      return TuneDecision{exploring(), *mode, 0, "the best mode of an earlier job is checked"};
  }
  return std::nullopt;
}

// Most modes never seem worth trying: all of them are looked at before the best is held, and now and then. Where none
// seems better, the longer it has been held, the less often, as each further reading of it tells less.
bool Tuner::all_are_due() {
  ++looks_;
  if (!promising_.empty()) return looks_ >= kLooksAtFew;
  return looks_ > patience_;
}

TuneDecision Tuner::decide(const JobState& state) {
  if (readings_.empty()) return {TunePhase::explore, start_, 0, "start"};
  const std::optional<Mode> best_before = best_, second_before = second_;
  bool all = all_are_due();
  const bool waits = !all && promising_.empty();
  for (;; all = true) {
    Outlook outlook = look(all);
    choose_best(outlook, state);
    if (!best_ && all) return first_within(outlook);
    if (all) looks_ = 0;
    if (!best_) continue;
    if (auto check = unchecked()) return *check;
    const bool kept = !outlook.mix || outlook.mix->kept;
    if (!kept && !all) continue;
    auto next = kept ? std::nullopt : towards_limit(outlook, state);
    if (!next) next = worth_trying(outlook, state, Risk::small);
    if (next) return *next;
    const bool as_before = best_ == best_before && second_ == second_before;
    if (waits && !all && as_before) return hold(outlook, state);
    if (!all) continue;
    if (kept && goal_.power_w) next = worth_trying(outlook, state, Risk::affordable);
    if (next) return *next;
    if (!is_limited() || as_before) patience_ = std::min(patience_ * (1 + kPatience) + kPatience, kMostPatience);
    return hold(outlook, state);
  }
}

}  // namespace wattline::model
