// SPDX-License-Identifier: Apache-2.0
// Searches on a model of the emulated boards: surfaces without noise, read with noise.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "model/search.hpp"
#include "tables.hpp"

namespace wattline::bench {

// The budget at this share of the way from the lowest to the highest power of a table.
inline double budget_at(const Table& truth, double share) {
  const auto [least, most] = std::minmax_element(
      truth.begin(), truth.end(), [](const auto& a, const auto& b) { return a.second.power_w < b.second.power_w; });
  return least->second.power_w + share * (most->second.power_w - least->second.power_w);
}

// Its sensor is off by a fixed factor.
class NoisyBoard {
 public:
  NoisyBoard(const Table& truth, std::seed_seq& noise) : truth_(truth), random_(noise) {
    constexpr double kGainError = 0.005;
    gain_ = std::exp(kGainError * normal_(random_));
  }
  model::Outcome read(const model::Mode& mode, double time_noise = 0.006, double power_noise = 0.005) {
    model::Outcome outcome = truth_.at(mode);
    outcome.minibatch_ms *= std::exp(time_noise * normal_(random_));
    outcome.power_w *= gain_ * std::exp(power_noise * normal_(random_));
    return outcome;
  }
  double uniform() { return std::uniform_real_distribution<double>()(random_); }

 private:
  const Table& truth_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  double gain_ = 1;
};

// One with the guard, as `pmsearch run` makes it.
struct LiveSearch {
  LiveSearch(const model::Space& space, const model::Goal& goal, std::size_t profiles,
             const std::function<std::optional<model::Outcome>(const model::Mode&)>& profile) {
    rules.max_profiles = profiles;
    rules.guard = true;
    while (!(decision = decide(space, goal, rules, model::propose_physics, history)).ends()) {
      history.add({decision.mode, profile(decision.mode)});
    }
  }
  model::SearchRules rules;
  model::History history;
  model::Decision decision;
};

}  // namespace wattline::bench
