// SPDX-License-Identifier: Apache-2.0
// Search by distance correlation, after CORAL (arXiv 2603.14577), reconstructed from its description: how much each
// knob has to do with speed and with power says which knob to turn next.
#pragma once
#include <vector>

#include "model/search.hpp"

namespace wattline::bench {

// Between two lists of the same length; 0 to 1, 0 where one of them is constant.
double distance_correlation(const std::vector<double>& x, const std::vector<double>& y);

std::optional<model::Proposal> propose_by_correlation(const model::Space&, const model::Goal&,
                                                      const model::SearchRules&, const model::History&);

}  // namespace wattline::bench
