// SPDX-License-Identifier: Apache-2.0
// A job on a board that a table of modes stands for, tuned while it runs.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "model/tuner.hpp"

namespace wattline::model {

// What a job costs beside its steps, and how noisy its readings are (shares of one step, and of one second of power).
struct ReplayRules {
  double steps = 0;       // of the job
  double settle_s = 1;    // after a switch, for which there are no readings
  double switch_s = 0.1;  // after a switch, in which the job does nothing
  double hold_s = 20;     // a window of the held mode
  double longest_s = 5;   // any other window
  double step_noise = 0.02, power_noise = 0.012;
  std::uint64_t seed = 1;
};

// A stretch of the job in one mode, and what was decided at its end.
struct TuneWindow {
  double start_s = 0, end_s = 0;
  TunePhase phase = TunePhase::explore;
  Mode mode{};
  WindowReading reading;
  double steps = 0;  // those that ended, and parts of those that did not
  double energy_j = 0;
  TuneDecision next;  // of the last window: the same mode
};

using BoardTable = std::map<Mode, Outcome>;
// What a step takes in a mode, so many steps into the job.
using BoardTruth = std::function<const Outcome&(const Mode& mode, double steps_done)>;

// Calls `take` for each window.
void replay_tuning(const BoardTruth& truth, Tuner& tuner, const ReplayRules& rules,
                   const std::function<void(const TuneWindow&)>& take);
// The same for a job that does not change.
void replay_tuning(const BoardTable& surface, Tuner& tuner, const ReplayRules& rules,
                   const std::function<void(const TuneWindow&)>& take);

}  // namespace wattline::model
