// SPDX-License-Identifier: Apache-2.0
#include "model/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr double kNearLimit = 0.02;  // log distance to a limit within which a reading is taken twice
constexpr std::size_t kFewest = 3;   // other readings that tell what to expect of one
constexpr double kDeviations = 4;    // from what they let expect,
constexpr double kGross = 0.15;      // and log distance, that are a fault rather than noise

constexpr std::size_t kRobustFrom = 15;  // readings among which one fault does the fit no harm

// 0 when it may be noise.
double deviations(double off, double sd) {
  return std::fabs(off) > std::max(kGross, kDeviations * sd) ? std::fabs(off) / sd : 0;
}

}  // namespace

Doubt::Doubt(const Space& space, const Goal& goal, const History& history)
    : goal_(goal), history_(history), device_(space.device()) {
  for (const Mode& mode : history.read_modes()) device_.extend(mode);
}

bool Doubt::about(const Mode& mode) const {
  const std::size_t times = history_.times_read(mode);
  if (times > 2) return false;
  if (times == 2) return readings_disagree(mode);
  return goal_.excess(mode, *history_.outcome(mode)) > -kNearLimit || surprise(mode) > 0;
}

std::optional<Mode> Doubt::misleading() const {
  if (history_.read_modes().size() > kRobustFrom) return std::nullopt;
  std::set<Mode> asked;
  if (!history_.tries().empty()) asked.insert(history_.tries().back().mode);
  if (const auto best = history_.best(goal_)) asked.insert(*best);
  if (const auto misfit = worst_fit()) asked.insert(*misfit);
  std::optional<Mode> found;
  double most = 0;
  for (const Mode& mode : asked) {
    if (asked_again(mode)) continue;
    const double here = surprise(mode);
    if (here <= most) continue;
    most = here;
    found = mode;
  }
  return found;
}

// Also where that failed: what fails again and again must not use up the search.
bool Doubt::asked_again(const Mode& mode) const {
  const auto of_mode = [&](const Try& entry) { return entry.mode == mode; };
  return std::count_if(history_.tries().begin(), history_.tries().end(), of_mode) > 1;
}

double Doubt::surprise(const Mode& mode) const {
  if (history_.times_read(mode) != 1 || goal_.objective == Objective::concurrent) return 0;
  const std::vector<Reading> others = readings_without(mode);
  if (others.size() < kFewest) return 0;
  const Prediction expected = WorkloadModel(device_, others).predict(std::vector<Mode>{mode});
  const Outcome outcome = *history_.outcome(mode);
  return std::max(deviations(std::log(outcome.minibatch_ms) - expected.log_ms[0], expected.log_ms_sd[0]),
                  deviations(std::log(outcome.power_w) - expected.log_w[0], expected.log_w_sd[0]));
}

// Of the modes that were read once, by the weight of time or power in a fit of all.
std::optional<Mode> Doubt::worst_fit() const {
  const std::vector<Reading> all = readings_without({});
  if (all.size() <= kFewest || goal_.objective == Objective::concurrent) return std::nullopt;
  const WorkloadModel model(device_, all);
  std::optional<Mode> worst;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double weight = std::min(model.time().weight[Eigen::Index(i)], model.power().weight[Eigen::Index(i)]);
    if (weight >= least || history_.times_read(all[i].mode) != 1 || asked_again(all[i].mode)) continue;
    least = weight;
    worst = all[i].mode;
  }
  return worst;
}

std::vector<Reading> Doubt::readings_without(const std::optional<Mode>& left_out) const {
  std::vector<Reading> readings;
  for (const Mode& mode : history_.read_modes()) {
    if (mode == left_out) continue;
    const Outcome outcome = *history_.outcome(mode);
    readings.push_back({mode, outcome.minibatch_ms, outcome.power_w});
  }
  return readings;
}

bool Doubt::readings_disagree(const Mode& mode) const {
  std::vector<const Outcome*> outcomes;
  for (const Try& entry : history_.tries()) {
    if (entry.mode == mode && entry.outcome) outcomes.push_back(&*entry.outcome);
  }
  return outcomes.size() == 2 && disagree(*outcomes[0], *outcomes[1]);
}

}  // namespace wattline::model
