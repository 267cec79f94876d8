// SPDX-License-Identifier: Apache-2.0
#include "model/tune_replay.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace wattline::model {

namespace {

constexpr double kTimeBias = 0.002, kPowerBias = 0.004;  // of a whole window
constexpr double kLeastLook = 0.2;                       // s between looks at a window

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * M_PI * random.uniform());
}

// Until it is precise enough, too long, or the job ends.
class Window {
 public:
  Window(const Outcome& truth, const ReplayRules& rules, Random& random)
      : truth_(truth), rules_(rules), time_draw_(normal(random)), power_draw_(normal(random)) {}

  WindowReading after(double steps, double watched_s) const {
    WindowReading reading;
    reading.steps = steps;
    reading.log_ms_error = rules_.step_noise / std::sqrt(std::max(steps, 1.0)) + kTimeBias;
    reading.log_w_error = rules_.power_noise / std::sqrt(std::max(watched_s, 0.1)) + kPowerBias;
    reading.minibatch_ms = truth_.minibatch_ms * std::exp(time_draw_ * reading.log_ms_error);
    reading.power_w = truth_.power_w * std::exp(power_draw_ * reading.log_w_error);
    return reading;
  }

 private:
  const Outcome& truth_;
  const ReplayRules& rules_;
  double time_draw_, power_draw_;
};

}  // namespace

void replay_tuning(const BoardTable& surface, Tuner& tuner, const ReplayRules& rules,
                   const std::function<void(const TuneWindow&)>& take) {
  Random random(rules.seed);
  double now_s = 0, left = rules.steps;
  TuneDecision decision = tuner.decide(left);
  for (bool switched = true; left > 0;) {
    const Outcome& truth = surface.at(decision.mode);
    const double step_s = truth.minibatch_ms / 1e3, lost_s = switched ? rules.settle_s : 0;
    const bool holds = decision.phase == TunePhase::hold;
    const Window window(truth, rules, random);
    TuneWindow row{now_s, now_s + (switched ? rules.switch_s : 0), decision.phase, decision.mode, {}, 0, decision};
    double steps = 0;
    for (double length_s = 0;;) {
      const double more = std::min(std::max(1.0, std::floor(kLeastLook / step_s)), left - steps);
      steps += more;
      length_s += more * step_s;
      row.reading = window.after(steps, length_s - lost_s);
      const bool enough = holds ? length_s >= rules.hold_s : tuner.suffices(decision.mode, row.reading);
      const bool too_long = !holds && length_s - lost_s >= std::max(rules.longest_s, 3 * step_s);
      if (steps >= left || (length_s > lost_s + kLeastLook && (enough || too_long))) break;
    }
    left -= steps;
    row.end_s += steps * step_s;
    row.energy_j = (row.end_s - row.start_s) * truth.power_w;
    now_s = row.end_s;
    tuner.add(decision.mode, row.reading);
    if (left > 0) row.next = tuner.decide(left);
    take(row);
    switched = row.next.mode != decision.mode;
    decision = row.next;
  }
}

}  // namespace wattline::model
