// SPDX-License-Identifier: Apache-2.0
// The recommended policy: fit the physical model to what was read, then try the mode with the largest expected
// improvement, weighted by the chance that it keeps every limit.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "base/statistics.hpp"
#include "model/candidate.hpp"
#include "model/fault_check.hpp"
#include "model/hardware_bound.hpp"
#include "model/noisy_best.hpp"
#include "model/search.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

namespace {

constexpr double kCapErrors = 2.5;  // standard deviations below a cap that no try may pass
constexpr double kTie = 1e-12;
constexpr double kDoubtful = 0.01;      // chance of a fault from which the search allows for it
constexpr double kHopeless = 1e-6;      // a chance to keep the limits that is not worth a profile
constexpr std::size_t kGiveUpFrom = 5;  // readings from which the model is trusted that no mode can keep them

// Sees every untried mode through models fitted to the history.
class Outlook {
 public:
  // `bounded`: no mode may be hoped to beat what the clocks allow. The tables' grids lie within what the model knows.
  Outlook(const Space& space, const Goal& goal, const History& history, bool bounded) : goal_(goal), bounded_(bounded) {
    const std::map<Mode, Outcome> read = history.combined();
    device_ = space.device();
    priors_ = space.priors();
    for (const auto& entry : read) device_.extend(entry.first);
    for (std::size_t i = 0; i < space.modes().size(); ++i) {
      const Mode& mode = space.modes()[i];
      const bool late = goal.latency_ms && goal.window_ms(mode) >= *goal.latency_ms;
      if (history.tried(mode) || late) continue;
      modes_.push_back(mode);
      candidates_.emplace_back().index = i;
    }
    if (candidates_.empty()) return;
    if (goal.objective == Objective::concurrent) {
      look_concurrent(read);
    } else {
      look(read);
    }
  }
  std::vector<Candidate>& candidates() { return candidates_; }

 private:
  struct Guess {
    double mean, sd;
  };

  void look(const std::map<Mode, Outcome>& read) {
    std::vector<ModeReading> readings;
    for (const auto& [mode, outcome] : read) {
      readings.push_back(to_reading(mode, outcome));
    }
    const Prediction p = WorkloadModel(device_, readings, priors_).predict(modes_);
    const auto [time, power] = goal_.exponents();
    const HardwareBound hardware(device_, readings);
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const auto i = Eigen::Index(k);
      Candidate& c = candidates_[k];
      const double share = std::log(goal_.counted_ms(modes_[k], 1));
      c.value = time * (p.log_ms[i] + share) + power * p.log_w[i];
      c.value_sd = std::hypot(time * p.log_ms_sd[i], power * p.log_w_sd[i]);
      if (bounded_) {
        const OutcomeRange range = hardware.at(modes_[k]);
        c.bound = time * (range.log_ms.low + share) + power * range.log_w.low;
      }
      set_power(c, p.log_w[i], p.log_w_sd[i]);
      if (goal_.minibatch_ms) c.limit(p.log_ms[i], p.log_ms_sd[i], std::log(*goal_.minibatch_ms));
      const Guess service{p.log_ms[i], p.log_ms_sd[i]};
      if (goal_.arrivals_per_s) limit_service(c, modes_[k], service, service);
    }
  }

  // Training time does not depend on the inference batch; inference time and the power of both together do.
  void look_concurrent(const std::map<Mode, Outcome>& read) {
    std::vector<ModeReading> training, inference;
    for (const auto& [mode, outcome] : read) {
      training.push_back(to_reading(without_batch(mode), outcome));
      inference.push_back({mode, outcome.infer_ms, outcome.power_w, 0, outcome.log_w_sd});
    }
    std::vector<Mode> plain;
    for (const Mode& mode : modes_) plain.push_back(without_batch(mode));
    wait_ = typical_wait(read);
    const Prediction t = WorkloadModel(device_, training, priors_).predict(plain);
    const Prediction p = WorkloadModel(device_, inference).predict(modes_);
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const auto i = Eigen::Index(k);
      set_power(candidates_[k], p.log_w[i], p.log_w_sd[i]);
      set_concurrent(candidates_[k], modes_[k], {t.log_ms[i], t.log_ms_sd[i]}, {p.log_ms[i], p.log_ms_sd[i]});
    }
  }

  void set_power(Candidate& c, double log_w, double sd) const {
    c.log_w = log_w;
    c.log_w_sd = sd;
    if (goal_.power_w) c.limit(log_w, sd, std::log(*goal_.power_w));
  }

  // By how much, in the logarithm, the latency that was measured exceeds the time of the inference, beyond the window
  // in which its requests arrive. 0 where no latency is measured.
  double typical_wait(const std::map<Mode, Outcome>& read) const {
    std::vector<double> waits;
    for (const auto& [mode, outcome] : read) {
      const double beyond = outcome.latency_ms - goal_.window_ms(mode);
      if (beyond > 0) waits.push_back(std::log(beyond / outcome.infer_ms));
    }
    return median(std::move(waits)).value_or(0);
  }

  // A batch of requests must be served in time, and what the device is `occupied` with must end before the next batch
  // has arrived.
  void limit_service(Candidate& c, const Mode& mode, Guess service, Guess occupied) const {
    const double window = goal_.window_ms(mode);
    c.limit(occupied.mean, occupied.sd, std::log(window));
    if (goal_.latency_ms) c.limit(service.mean + wait_, service.sd, std::log(*goal_.latency_ms - window));
  }

  void set_concurrent(Candidate& c, const Mode& mode, Guess training, Guess inference) const {
    constexpr double kMostBusy = 0.98;  // beyond, the time left for training is all noise
    const double window = goal_.window_ms(mode);
    const double busy = std::min(std::exp(inference.mean) / window, kMostBusy);
    c.value = training.mean - std::log(1 - busy);
    c.value_sd = std::hypot(training.sd, inference.sd * busy / (1 - busy));
    const double both = std::log(std::exp(inference.mean) + std::exp(training.mean));
    limit_service(c, mode, inference, {both, std::max(inference.sd, training.sd)});
    if (goal_.minibatch_ms) c.limit(training.mean, training.sd, std::log(*goal_.minibatch_ms));
  }

  const Goal& goal_;
  const bool bounded_;
  double wait_ = 0;
  DeviceLimits device_;
  Priors priors_;
  std::vector<Mode> modes_;
  std::vector<Candidate> candidates_;
};

// The middle of the lattice at the highest memory clock, then at a low one: the two tell what memory costs. A first
// reading that breaks the limits tells better where to look next than a second start that ignores them.
bool starting(const Goal& goal, const History& history) {
  if (history.combined().empty()) return true;
  return history.distinct() < 2 && history.best(goal);
}

LatticePoint start_point(const Space& space, std::size_t number) {
  LatticePoint point{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) point[axis] = (space.levels(axis) - 1) / 2;
  const int levels = space.levels(kEmc);
  point[kEmc] = number == 0 ? levels - 1 : (levels > 2 ? 1 : 0);
  return point;
}

std::optional<Proposal> propose_start(const Space& space, const History& history) {
  std::vector<bool> taken;
  for (const Mode& mode : space.modes()) taken.push_back(history.tried(mode));
  const auto mode = space.nearest(start_point(space, history.distinct()), taken);
  if (!mode) return std::nullopt;
  return Proposal{*mode, 0, true};
}

// Adds the improvement that `then`, the same modes seen through another history, expect on `best`.
void add_gains(std::vector<Candidate>& candidates, const std::vector<Candidate>& then, double chance, double best) {
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    candidates[k].gain += chance * expected_improvement(then[k], best);
  }
}

Proposal most_promising(const std::vector<Candidate>& candidates) {
  Proposal proposal;
  const Candidate* chosen = nullptr;
  for (const Candidate& c : candidates) {
    const bool tie = chosen != nullptr && std::fabs(c.gain - chosen->gain) <= kTie;
    if (chosen != nullptr && (tie ? c.log_w >= chosen->log_w : c.gain < chosen->gain)) continue;
    chosen = &c;
    proposal = {c.index, c.gain, false};
  }
  return proposal;
}

// With the gain that is expected of each. With the guard, it is the mean over what may be true: that all readings are
// sound, or that one of them is a fault.
std::vector<Candidate> weighed(const Space& space, const Goal& goal, const SearchRules& rules, const History& history,
                               const History::Best& best) {
  std::vector<Candidate> candidates = Outlook(space, goal, history, rules.guard).candidates();
  double sound = 1;
  const auto suspects = rules.guard ? FaultCheck(space, goal, history).suspects() : std::vector<FaultCheck::Suspect>();
  for (const auto& [mode, chance] : suspects) {
    if (chance < kDoubtful) continue;
    sound -= chance;
    History without = history.without_readings(mode);
    doubt_noisy_best(space, goal, without);
    const History::Best then = without.best(goal).value_or(best);
    add_gains(candidates, Outlook(space, goal, without, rules.guard).candidates(), chance,
              goal.value(then.mode, then.outcome));
  }
  add_gains(candidates, candidates, sound, goal.value(best.mode, best.outcome));
  return candidates;
}

// No mode keeps the limits yet: the best of those that more probably do than not. Where none does, the mode with the
// largest expected improvement on the slowest: it tells most after a single reading. Later the one that comes nearest.
std::size_t most_sensible(std::vector<Candidate>& candidates, std::size_t readings) {
  constexpr double kProbable = 0.5;
  const auto by_value = [](const Candidate& a, const Candidate& b) { return a.value < b.value; };
  std::vector<Candidate> probable;
  std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(probable),
               [](const Candidate& c) { return c.chance >= kProbable; });
  if (!probable.empty()) return std::min_element(probable.begin(), probable.end(), by_value)->index;
  if (readings < 2) {
    const double worst = std::max_element(candidates.begin(), candidates.end(), by_value)->value;
    add_gains(candidates, candidates, 1, worst);
    return most_promising(candidates).mode;
  }
  const auto by_excess = [](const Candidate& a, const Candidate& b) { return a.excess < b.excess; };
  return std::min_element(candidates.begin(), candidates.end(), by_excess)->index;
}

}  // namespace

std::optional<Proposal> propose_physics(const Space& space, const Goal& goal, const SearchRules& rules,
                                        const History& history) {
  if (starting(goal, history)) return propose_start(space, history);
  const auto best = history.best(goal);
  std::vector<Candidate> candidates =
      best ? weighed(space, goal, rules, history, *best) : Outlook(space, goal, history, rules.guard).candidates();
  if (rules.power_cap_w) {
    const double log_cap = std::log(*rules.power_cap_w);
    const auto hot = [&](const Candidate& c) { return c.log_w + kCapErrors * c.log_w_sd > log_cap; };
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), hot), candidates.end());
  }
  if (candidates.empty()) return std::nullopt;
  if (!best) {
    const bool hopeless =
        std::all_of(candidates.begin(), candidates.end(), [](const Candidate& c) { return c.chance < kHopeless; });
    if (hopeless && history.combined().size() >= kGiveUpFrom) return std::nullopt;
    return Proposal{most_sensible(candidates, history.combined().size()), 0, false};
  }
  const Proposal proposal = most_promising(candidates);
  if (history.distinct() >= rules.earliest_stop && proposal.gain < rules.min_gain) return std::nullopt;
  return proposal;
}

}  // namespace wattline::model
