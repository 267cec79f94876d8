// SPDX-License-Identifier: Apache-2.0
// Tunes a job while it runs: which mode it should run in next, so that all of it takes least. Each window of the job in
// one mode is also a reading. A mode is tried if what it is expected to save over the rest of the job exceeds what its
// window costs; else the best mode is held, and tried modes are doubted if it no longer does what it did.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/candidate.hpp"
#include "model/goal.hpp"
#include "model/job_limit.hpp"
#include "model/mix.hpp"
#include "model/space.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

struct TuneRules {
  std::optional<double> never_above_w;  // no mode is set that may draw more
  double window_s = 2.5;                // what a window is expected to last
  double switch_s = 0.5;                // work that a change of the mode costs
  JobLimit limit;                       // that the whole job keeps; the objective is then its own
};

// What a window has measured so far. Errors are standard errors of the natural logs.
struct WindowReading {
  double steps = 0, minibatch_ms = 0, power_w = 0;
  double log_ms_error = 0, log_w_error = 0;
  double length_s = 0;  // in the mode so far
  // Not yet, while an error is as large as the quantity.
  bool knows_time() const { return log_ms_error < 1; }
  bool knows_power() const { return log_w_error < 1; }
};

enum class TunePhase { explore, hold, explore_again };
// The word of the column `phase`.
const char* to_string(TunePhase phase);

struct TuneDecision {
  TunePhase phase = TunePhase::explore;
  Mode mode{};
  double gain_pct = 0;  // expected, of the objective per step
  std::string reason;
  double longest_s = 0;  // hold: when to decide again at the latest; 0 = at will
};

struct TuneOutlook;

class Tuner {
 public:
  // The first mode is `start`, which need not be one of the space.
  Tuner(const Space& space, const Goal& goal, const TuneRules& rules, const Mode& start);

  // What an earlier job of the same kind measured: the best modes are checked before they are held.
  void expect(const std::vector<ModeReading>& earlier);
  // Adds what a window measured in a mode: power at least, and in the first window time, too. True if it contradicts
  // what was measured in it before: the job has changed, and all earlier readings are doubted.
  bool add(const Mode& mode, const WindowReading& measured);
  // The same for a window that gave no reading: the mode is neither tried nor held again.
  void fail(const Mode& mode) {
    failed_.insert(mode);
    patience_ = 0;
  }
  // What to do with so many steps left.
  TuneDecision decide(const JobState& state);
  // Whether the reading is precise enough for what is to be decided about the mode.
  bool suffices(const Mode& mode, const WindowReading& window) const;
  // The best mode that was measured and keeps the limits, once there is one; of two that alternate, the one that takes
  // less of what is limited.
  const std::optional<Mode>& best() const { return best_; }
  const TuneRules& rules() const { return rules_; }
  // What all windows of a mode have measured.
  const ModeReading* reading(const Mode& mode) const;

 private:
  static constexpr double kLeastSteps = 3;    // of a window
  static constexpr double kOver = 0.02;       // log of the excess over the budget that matters
  static constexpr double kHeldChance = 0.3;  // to keep the budget, of a mode that is held
  enum class Risk { small, affordable };      // to exceed the budget
  using Outlook = TuneOutlook;
  bool all_are_due();
  std::vector<Mode> modes_to_look_at(bool all) const;
  Outlook look(bool all) const;
  void choose_best(Outlook& outlook, const JobState& state);
  void choose_mix(Outlook& outlook, const JobState& state);
  std::optional<Mix> mix_of(Outlook& outlook) const;
  bool may_hold(const Outlook& outlook, const Candidate& candidate) const;
  void set_values(Outlook& outlook) const;
  bool allowed(const Candidate& candidate, bool measured) const;
  TuneDecision first_within(const Outlook& outlook) const;
  bool may_try(const Outlook& outlook, const Candidate& candidate, Risk risk) const;
  double saved_steps(const Outlook& outlook, const Candidate& candidate, double steps_left) const;
  double gain_of(const Outlook& outlook, const Candidate& candidate) const;
  double share_of(const Outlook& outlook, const Candidate& candidate) const;
  bool is_limited() const { return rules_.limit.kind != JobLimit::Kind::none; }
  std::optional<TuneDecision> unchecked() const;
  std::optional<TuneDecision> towards_limit(const Outlook& outlook, const JobState& state) const;
  TuneDecision hold(const Outlook& outlook, const JobState& state);
  TuneDecision hold_slice(const Outlook& outlook, const JobState& state);
  bool keeps_enough(const Candidate& candidate, Risk risk) const;
  double allowance_s() const;
  double chance_to_exceed(const Candidate& candidate) const;
  WindowReading completed(const Mode& mode, const WindowReading& window) const;
  double bound(const Outlook& outlook, const Mode& mode) const;
  double improvement(const Candidate& candidate) const;
  std::optional<TuneDecision> worth_trying(Outlook& outlook, const JobState& state, Risk risk);
  void doubt_all(double log_ms, double log_w);
  void judge_expectation(const ModeReading& fresh);
  double trust() const;
  void judge_risk(double power_w);
  TunePhase exploring() const { return held_ ? TunePhase::explore_again : TunePhase::explore; }
  double value(double log_ms, double log_w) const;
  Exponents exponents_at(double log_ms, double log_w) const;

  Goal goal_;
  TuneRules rules_;
  Space space_;
  Mode start_;
  std::map<Mode, ModeReading> readings_;
  std::set<Mode> failed_;
  std::set<Mode> guessed_;  // left before a step ended: their time is a guess
  std::set<Mode> above_;    // took more than the budget: not tried again until the job changes
  std::set<Mode> earlier_;  // measured in an earlier job alone
  std::optional<Mode> best_;
  std::optional<Mode> second_;  // that alternates with it
  double best_value_ = 0;
  std::optional<Weights> weights_;  // of the objective, where the job has a limit
  struct Slice {
    Mode mode{};
    bool second = false;
    double end_s = 0;
  };
  std::optional<Slice> slice_;
  bool held_ = false;
  double above_s_ = 0;  // of windows that were above the budget
  // Improvements that windows were expected to bring, and what became of them.
  double pending_ = 0, pending_share_ = 0, expected_ = 0, realized_ = 0;
  // The same for modes that were expected to exceed the budget.
  double pending_excess_ = 0, expected_excesses_ = 0, excesses_ = 0;
  std::vector<Mode> promising_;  // that may improve on the best, when all modes were looked at last
  int looks_ = 0;                // since then
  double patience_ = 0;          // windows that pass before all modes are looked at again, where none seems better
};

// The mode to start with where one may be chosen: the middle of the lattice, at the highest memory clock; or the lowest
// mode, if none may draw more than a limit that is not known to be kept.
Mode start_of(const Space& space, const TuneRules& rules);

}  // namespace wattline::model
