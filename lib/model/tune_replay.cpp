// SPDX-License-Identifier: Apache-2.0
#include "model/tune_replay.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace wattline::model {

namespace {

constexpr double kTimeBias = 0.002, kPowerBias = 0.004;  // of a whole window
constexpr double kLook = 0.2;                            // s between looks at a window
constexpr double kPart = 1e-6;                           // of a step, which is none
constexpr double kUnknown = 10;                          // error of a time without steps

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * M_PI * random.uniform());
}

// What a window reads.
class Window {
 public:
  Window(const Outcome& truth, const ReplayRules& rules, Random& random)
      : truth_(truth), rules_(rules), time_draw_(normal(random)), power_draw_(normal(random)) {}

  WindowReading after(double steps, double length_s, double lost_s) const {
    const double watched_s = length_s - lost_s;
    WindowReading reading;
    reading.steps = steps;
    reading.length_s = length_s;
    reading.log_ms_error = steps < 1 ? kUnknown : rules_.step_noise / std::sqrt(steps) + kTimeBias;
    reading.log_w_error = rules_.power_noise / std::sqrt(std::max(watched_s, 0.1)) + kPowerBias;
    if (steps >= 1) reading.minibatch_ms = truth_.minibatch_ms * std::exp(time_draw_ * reading.log_ms_error);
    reading.power_w = truth_.power_w * std::exp(power_draw_ * reading.log_w_error);
    return reading;
  }

 private:
  const Outcome& truth_;
  const ReplayRules& rules_;
  double time_draw_, power_draw_;
};

class Job {
 public:
  explicit Job(const ReplayRules& rules) : rules_(rules) {}
  double left() const { return done_ < rules_.steps - kPart ? rules_.steps - done_ : 0; }

  // A window: until it is precise enough, too long, or the job ends. The first step may have begun before it.
  TuneWindow run(const TuneDecision& decision, bool switched, const Outcome& truth, const Window& window,
                 const Tuner& tuner) {
    const double step_s = truth.minibatch_ms / 1e3, lost_s = switched ? rules_.settle_s : 0;
    const bool holds = decision.phase == TunePhase::hold;
    const double hold_s = decision.longest_s > 0 ? decision.longest_s : rules_.hold_s;
    const double first = std::ceil(done_ - kPart), before = done_;
    TuneWindow row{now_s_, 0, decision.phase, decision.mode, {}, 0, 0, decision};
    for (double length_s = 0; left() > 0;) {
      const double more_s = std::min(kLook, left() * step_s);
      done_ += more_s / step_s;
      length_s += more_s;
      row.reading = window.after(std::max(std::floor(done_ + kPart) - first, 0.0), length_s, lost_s);
      if (length_s < lost_s + kLook) continue;
      const bool long_enough = length_s - lost_s >= std::max(rules_.longest_s, 4 * step_s);
      if (holds ? length_s >= hold_s : long_enough || tuner.suffices(decision.mode, row.reading)) break;
    }
    row.steps = done_ - before;
    now_s_ += row.steps * step_s + (switched ? rules_.switch_s : 0);
    row.end_s = now_s_;
    row.energy_j = (row.end_s - row.start_s) * truth.power_w;
    return row;
  }

 private:
  const ReplayRules& rules_;
  double now_s_ = 0, done_ = 0;
};

}  // namespace

void replay_tuning(const BoardTable& surface, Tuner& tuner, const ReplayRules& rules,
                   const std::function<void(const TuneWindow&)>& take) {
  replay_tuning([&](const Mode& mode, double) -> const Outcome& { return surface.at(mode); }, tuner, rules, take);
}

void replay_tuning(const BoardTruth& truth_of, Tuner& tuner, const ReplayRules& rules,
                   const std::function<void(const TuneWindow&)>& take) {
  Random random(rules.seed);
  Job job{rules};
  JobAccount account(tuner.rules().limit);
  TuneDecision decision = tuner.decide(rules.steps);
  for (bool switched = true; job.left() > 0;) {
    const Outcome& truth = truth_of(decision.mode, rules.steps - job.left());
    const Window window(truth, rules, random);
    TuneWindow row = job.run(decision, switched, truth, window, tuner);
    account.add(row.end_s - row.start_s, row.energy_j);
    if (job.left() > 0) {
      tuner.add(decision.mode, row.reading);
      row.next = tuner.decide(account.state(job.left()));
    }
    take(row);
    switched = row.next.mode != decision.mode;
    decision = row.next;
  }
}

}  // namespace wattline::model
