// SPDX-License-Identifier: Apache-2.0
#include "model/fault_check.hpp"

#include <algorithm>
#include <cmath>

#include "model/hardware_bound.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr double kNearLimit = 0.02;      // log distance to a limit within which a reading is taken twice,
constexpr double kNearErrors = 2;        // or so many standard deviations of its error, if that is more
constexpr double kFarErrors = 3;         // of the faster reading, by which two readings contradict each other
constexpr std::size_t kFewest = 2;       // other readings that tell what to expect of one
constexpr std::size_t kRobustFrom = 15;  // readings among which one fault does the fit no harm
constexpr double kNeedsRecheck = 0.3;    // chance of a fault at which a mode is not answered on one reading
constexpr double kImpossible = 0.01;     // weight of an explanation that leaves impossible readings unexplained
constexpr double kTooLittle = 2;         // standard deviations below the expected power at which a reading is repeated
constexpr double kFaults = 0.03;  // share of readings that are faults: more than published, to be on the safe side
constexpr double kTooFast = 0.6;  // of them: most published ones are of modes whose clocks were higher than asked for
constexpr double kTooSlow = 0.3;  // and some of modes whose clocks were lower
constexpr double kFastLog = -0.8, kHotLog = 0.1;  // by how much those are off, time and power,
constexpr double kSlowLog = 0.8, kColdLog = -0.2;
constexpr double kTimeSpread = 0.35, kPowerSpread = 0.15;
constexpr double kOtherTime = 0.6, kOtherPower = 0.25;  // spread of all other faults

double student(double x, double scale) {  // density with four degrees of freedom
  const double z = x / scale;
  return 0.375 / scale * std::pow(1 + z * z / 4, -2.5);
}
double normal(double x, double sd) {
  const double z = x / sd;
  return std::exp(-0.5 * z * z) / (sd * std::sqrt(2 * M_PI));
}

// Odds that a reading is a fault, given how far its logs of time and power are from what was expected (Bayes).
double odds_of(double time_off, double time_sd, double power_off, double power_sd) {
  const auto density = [&](double time_log, double time_spread, double power_log, double power_spread) {
    return normal(time_off - time_log, std::hypot(time_sd, time_spread)) *
           normal(power_off - power_log, std::hypot(power_sd, power_spread));
  };
  const double sound = student(time_off, time_sd) * student(power_off, power_sd);
  // Of as heavy tails as a sound reading, so that the grossest faults are not taken for sound ones.
  const double other =
      student(time_off, std::hypot(time_sd, kOtherTime)) * student(power_off, std::hypot(power_sd, kOtherPower));
  const double fault = kTooFast * density(kFastLog, kTimeSpread, kHotLog, kPowerSpread) +
                       kTooSlow * density(kSlowLog, kTimeSpread, kColdLog, kPowerSpread) +
                       (1 - kTooFast - kTooSlow) * other;
  return kFaults * fault / ((1 - kFaults) * sound);
}

bool near_limit(const Goal& goal, const Mode& mode, const Outcome& outcome) {
  const auto near = [](double excess, double sd) { return excess > -std::max(kNearLimit, kNearErrors * sd); };
  const bool times_itself = goal.objective != Objective::concurrent;  // else the time of another workload counts, too
  return near(goal.power_excess(outcome), outcome.log_w_sd) || near(goal.time_excess(outcome), outcome.log_ms_sd) ||
         near(std::max(goal.rate_excess(mode, outcome), goal.latency_excess(mode, outcome)),
              times_itself ? outcome.log_ms_sd : 0);
}

}  // namespace

FaultCheck::FaultCheck(const Space& space, const Goal& goal, const History& history)
    : goal_(goal), history_(history), outcomes_(history.combined()), device_(space.device()), priors_(space.priors()) {
  for (const auto& entry : outcomes_) device_.extend(entry.first);
  suspects_ = weigh();
}

bool FaultCheck::needs_recheck(const Mode& mode) const {
  const std::size_t times = history_.times_read(mode);
  if (times > 2) return false;
  if (times == 2) return readings_disagree(mode);
  return near_limit(goal_, mode, outcomes_.at(mode)) || chance_of_fault(mode) > kNeedsRecheck || reads_too_little(mode);
}

double FaultCheck::chance_of_fault(const Mode& mode) const {
  const auto of_mode = [&](const Suspect& suspect) { return suspect.mode == mode; };
  const auto found = std::find_if(suspects_.begin(), suspects_.end(), of_mode);
  if (found != suspects_.end()) return found->chance;
  if (goal_.objective == Objective::concurrent) return 0;
  const double odds = fault_odds(mode);
  return odds / (1 + odds);
}

// No fault, or exactly one, explains the readings. Contradictions remain if that one is not part of all of them.
std::vector<FaultCheck::Suspect> FaultCheck::weigh() const {
  if (outcomes_.size() > kRobustFrom || goal_.objective == Objective::concurrent) return {};
  const std::vector<Contradiction> contradictions = this->contradictions();
  std::vector<Suspect> suspects;
  double sum = contradictions.empty() ? 1 : kImpossible;
  for (const auto& entry : outcomes_) {
    const Mode& mode = entry.first;
    const bool explains = std::all_of(contradictions.begin(), contradictions.end(), [&](const Contradiction& both) {
      return both.first == mode || both.second == mode;
    });
    const double odds = fault_odds(mode) * (explains ? 1 : kImpossible);
    sum += odds;
    suspects.push_back({mode, odds});
  }
  for (Suspect& suspect : suspects) suspect.chance /= sum;
  return suspects;
}

std::vector<FaultCheck::Contradiction> FaultCheck::contradictions() const {
  std::vector<Contradiction> found;
  for (const auto& [slower, outcome] : outcomes_) {
    const HardwareBound bound(device_, {to_reading(slower, outcome)});
    for (const auto& [faster, other] : outcomes_) {
      const double at_most = std::log(other.minibatch_ms) + kFarErrors * other.log_ms_sd;
      if (at_most < bound.at(faster).log_ms.low) found.emplace_back(faster, slower);
    }
  }
  return found;
}

double FaultCheck::fault_odds(const Mode& mode) const {
  if (history_.times_read(mode) != 1 && !readings_disagree(mode)) return 0;
  const std::vector<ModeReading> others = readings_without(mode);
  if (others.size() < kFewest) return 0;
  const Prediction expected = WorkloadModel(device_, others, priors_).predict_truth({mode});
  const Outcome& outcome = outcomes_.at(mode);
  return odds_of(std::log(outcome.minibatch_ms) - expected.log_ms[0],
                 std::hypot(expected.log_ms_sd[0], std::max(outcome.log_ms_sd, kTimeNoise)),
                 std::log(outcome.power_w) - expected.log_w[0],
                 std::hypot(expected.log_w_sd[0], std::max(outcome.log_w_sd, kPowerNoise)));
}

bool FaultCheck::reads_too_little(const Mode& mode) const {
  const std::vector<ModeReading> others = readings_without(mode);
  if (!goal_.power_w || others.size() < kFewest || goal_.objective == Objective::concurrent) return false;
  const Prediction expected = WorkloadModel(device_, others, priors_).predict_truth({mode});
  const Outcome& outcome = outcomes_.at(mode);
  const double below = expected.log_w[0] - std::log(outcome.power_w);
  const double sd = std::hypot(expected.log_w_sd[0], std::max(outcome.log_w_sd, kPowerNoise));
  return expected.log_w[0] > std::log(*goal_.power_w) && below > kTooLittle * sd;
}

std::vector<ModeReading> FaultCheck::readings_without(const Mode& left_out) const {
  std::vector<ModeReading> readings;
  for (const auto& [mode, outcome] : outcomes_) {
    if (mode == left_out) continue;
    readings.push_back(to_reading(mode, outcome));
  }
  return readings;
}

bool FaultCheck::readings_disagree(const Mode& mode) const {
  std::vector<const Outcome*> outcomes;
  for (const Try& entry : history_.tries()) {
    if (entry.mode == mode && entry.outcome) outcomes.push_back(&*entry.outcome);
  }
  return outcomes.size() == 2 && disagree(*outcomes[0], *outcomes[1]);
}

}  // namespace wattline::model
