// SPDX-License-Identifier: Apache-2.0
#include "tune/methods.hpp"

#include "peers.hpp"
#include "tune/distance_correlation.hpp"

namespace wattline::bench {

namespace {

using model::Goal;
using model::History;
using model::Proposal;
using model::SearchRules;
using model::Space;

constexpr double kBoflWindowS = 5;  // the paper's reference measurement
// The paper starts with 1 % of its 2,100 modes and ends at 3 %; of 18,096 modes, 3 % would take three quarters of an
// hour.
constexpr std::size_t kBoflStarts = 21, kBoflWindows = 63;
constexpr double kBoflGain = 0.01;  // share of the hypervolume below which a window is not worth it
constexpr std::size_t kCoralWindows = 10;
constexpr double kBayesGain = 0.01;
constexpr std::size_t kBayesWindows = 30, kRandomWindows = 20, kProfiles = 10;
constexpr double kProfileS = 15;  // start of the training, warm-up and the window of a profile

std::optional<Proposal> propose_fastest(const Space& space, const Goal&, const SearchRules&, const History& history) {
  if (history.distinct() > 0) return std::nullopt;
  return Proposal{space.modes().size() - 1, 0, true};
}

std::optional<Proposal> propose_profile(const Space& space, const Goal& goal, const SearchRules& rules,
                                        const History& history) {
  SearchRules own = rules;
  own.max_profiles = kProfiles;
  const model::Decision decision = decide(space, goal, own, model::propose_physics, history);
  if (decision.ends()) return std::nullopt;
  return Proposal{*space.find(decision.mode), decision.gain, false};
}

std::optional<Proposal> propose_bayes_while_it_gains(const Space& space, const Goal& goal, const SearchRules& rules,
                                                     const History& history) {
  const auto next = propose_bayes(space, goal, rules, history);
  const bool ends = history.best(goal) && !next->start && next->gain < kBayesGain && history.distinct() > 5;
  return ends ? std::nullopt : next;
}

std::optional<Proposal> propose_bofl(const Space& space, const Goal& goal, const SearchRules& rules,
                                     const History& history) {
  if (history.distinct() < kBoflStarts) return model::propose_random(space, goal, rules, history);
  const auto next = propose_hypervolume(space, history);
  return next.gain < kBoflGain ? std::nullopt : std::optional<Proposal>(next);
}

}  // namespace

std::vector<Method> other_methods() {
  return {{"all clocks at their maximum", kBoflWindowS, 1, false, propose_fastest, false},
          {"random modes", kBoflWindowS, kRandomWindows, false, model::propose_random, false},
          {"pmsearch before the job", kProfileS, kProfiles, true, propose_profile, true},
          {"Bayesian optimization within the budget", kBoflWindowS, kBayesWindows, false, propose_bayes_while_it_gains,
           true},
          {"BoFL", kBoflWindowS, kBoflWindows, false, propose_bofl, false},
          {"CORAL", kBoflWindowS, kCoralWindows, false, propose_by_correlation, true}};
}

}  // namespace wattline::bench
