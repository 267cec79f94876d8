// SPDX-License-Identifier: Apache-2.0
// Policies of other authors that need no code of their own in the tools: for comparison on the same tables.
#pragma once
#include <string>
#include <vector>

#include "model/search.hpp"

namespace wattline::bench {

// Constrained Bayesian optimization, as in PolyThrottle and BoFL: random starts, a Gaussian process on the lattice,
// expected improvement times the probability that the budget is kept.
std::optional<model::Proposal> propose_bayes(const model::Space&, const model::Goal&, const model::SearchRules&,
                                             const model::History&);
// The same with our features (logs of clocks and cores, a plane as the mean) and our first two modes.
std::optional<model::Proposal> propose_bayes_features(const model::Space&, const model::Goal&,
                                                      const model::SearchRules&, const model::History&);
// ALS (Fulcrum), reconstructed from its description: random starts, then the member of the predicted Pareto front of
// which least is known. It does not look at the budget: its profiles serve every budget.
std::optional<model::Proposal> propose_active(const model::Space&, const model::Goal&, const model::SearchRules&,
                                              const model::History&);

// The expected hypervolume improvement of time and power in logs (BoFL), with a Gaussian process each: the mode of
// which most is expected. The gain is its share of the hypervolume so far. Some modes must have been read.
model::Proposal propose_hypervolume(const model::Space&, const model::History&);

// The vendor's predefined modes of a board file of jetsim, on the grid of a space: each knob takes the highest setting
// that is not above that of the mode.
std::vector<model::Mode> predefined_modes(const std::string& board_file, const model::Space& space);

}  // namespace wattline::bench
