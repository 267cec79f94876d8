// SPDX-License-Identifier: Apache-2.0
// Tunes a job while it runs: which mode it should run in next, so that all of it takes least. Each window of the job in
// one mode is also a reading. A mode is tried if what it is expected to save over the rest of the job exceeds what its
// window costs; else the best mode is held, and tried modes are doubted if it no longer does what it did.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/candidate.hpp"
#include "model/goal.hpp"
#include "model/space.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

struct TuneRules {
  std::optional<double> never_above_w;  // no mode is set that may draw more
  double window_s = 2.5;                // what a window is expected to last
  double switch_s = 0.5;                // work that a change of the mode costs
};

// What a window has measured so far. Errors are standard errors of the natural logs.
struct WindowReading {
  double steps = 0, minibatch_ms = 0, power_w = 0;
  double log_ms_error = 0, log_w_error = 0;
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
};

class Tuner {
 public:
  // The first mode is `start`, which need not be one of the space.
  Tuner(const Space& space, const Goal& goal, const TuneRules& rules, const Mode& start);

  // Adds what a window measured in a mode: power at least, and in the first window time, too. True if it contradicts
  // what was measured in it before: the job has changed, and all earlier readings are doubted.
  bool add(const Mode& mode, const WindowReading& reading);
  // The same for a window that gave no reading: the mode is not tried again.
  void fail(const Mode& mode) { failed_.insert({mode, true}); }
  // What to do with so many steps left.
  TuneDecision decide(double steps_left);
  // Whether the reading is precise enough for what is to be decided about the mode.
  bool suffices(const Mode& mode, const WindowReading& reading) const;
  // The best mode that was measured and keeps the limits, once there is one.
  const std::optional<Mode>& best() const { return best_; }
  // What all windows of a mode have measured.
  const ModeReading* reading(const Mode& mode) const;

 private:
  static constexpr double kLeastSteps = 3;  // of a window
  struct Outlook;
  std::vector<Mode> modes_to_look_at(bool all) const;
  Outlook look(bool all) const;
  void choose_best(Outlook& outlook);
  bool allowed(const Candidate& candidate, bool measured) const;
  TuneDecision first_within(const Outlook& outlook) const;
  bool may_try(const Outlook& outlook, const Candidate& candidate) const;
  double saved_steps(const Outlook& outlook, const Candidate& candidate, double steps_left) const;
  bool keeps_enough(const Candidate& candidate) const;
  WindowReading completed(const Mode& mode, const WindowReading& window) const;
  double bound(const Outlook& outlook, const Mode& mode) const;
  double improvement(const Candidate& candidate) const;
  std::optional<TuneDecision> worth_trying(Outlook& outlook, double steps_left);
  void doubt_all(double log_ms, double log_w);
  TunePhase exploring() const { return held_ ? TunePhase::explore_again : TunePhase::explore; }
  double value(double log_ms, double log_w) const;

  Goal goal_;
  TuneRules rules_;
  Space space_;
  Mode start_;
  std::map<Mode, ModeReading> readings_;
  std::map<Mode, bool> failed_;
  std::optional<Mode> best_;
  double best_value_ = 0;
  bool held_ = false;
  std::vector<Mode> promising_;  // that may improve on the best, when all modes were looked at last
  int looks_ = 0;
};

// The mode to start with where one may be chosen: the middle of the lattice, at the highest memory clock; or the lowest
// mode, if none may draw more than a limit that is not known to be kept.
Mode start_of(const Space& space, const TuneRules& rules);

}  // namespace wattline::model
